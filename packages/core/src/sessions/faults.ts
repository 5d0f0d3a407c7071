/** Describes in words the error of the file system when something cannot be read. */
import { describeError } from '../describe-error.ts';
import { isRecord } from '../field-rules.ts';

const WORDS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'not permitted',
  ENOENT: 'it is not there (any more), or a link that leads nowhere',
  ELOOP: 'a link that leads to itself',
  ENOTDIR: 'it is no folder',
  EISDIR: 'it is a folder',
};

export function codeOf(error: unknown): string | undefined {
  const code = isRecord(error) ? error['code'] : undefined;
  return typeof code === 'string' ? code : undefined;
}

export function describeFault(error: unknown): string {
  return WORDS[codeOf(error) ?? ''] ?? describeError(error);
}
