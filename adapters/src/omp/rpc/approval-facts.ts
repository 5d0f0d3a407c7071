/** What a call that omp asks about would do: its input, where the words of the question say the same. */
import type { ApprovalFacts } from '@agent-mux/events';
import { factsOf as familyFacts } from '../../pi-family/index.ts';
import { objectOf, textOf } from '../../shared/index.ts';
import type { NativeToolInput } from '../shared/native.ts';

/** The file of a patch in omp's own form. */
const FILE = /^\[(.+)#[0-9a-f]+\]$/i;
const PUT = /^PUT [\d.=-]+:$/;

/**
 * A question of omp 18.2.3 does not say which call it is about. Where its words, such as `Command: …`, are not those of the call that
 * it is taken for, the input of that call says nothing.
 */
export function factsOf(
  toolName: string,
  native: unknown,
  { said, folder }: { said: string; folder: string },
): ApprovalFacts {
  const { command, path, input }: NativeToolInput = objectOf(native) ?? {};
  switch (toolName) {
    case 'bash':
      return said.startsWith(`Command: ${textOf(command)}`) ? familyFacts(toolName, native, folder) : {};
    case 'write':
      return said.startsWith(`Path: ${textOf(path)}\n`) ? familyFacts(toolName, native, folder) : {};
    case 'edit':
      return patchFacts(textOf(input) ?? '', said);
    default:
      return {};
  }
}

/** It tells the lines that are put, and of those that they replace only the numbers. */
function patchFacts(patch: string, said: string): ApprovalFacts {
  const [head = '', ...lines] = patch.replace(/\n$/, '').split('\n');
  const path = FILE.exec(head)?.[1];
  if (path === undefined || said !== `File: ${path}` || lines.some((line) => FILE.test(line))) {
    return {};
  }
  const isPut = lines.every((line) => PUT.test(line) || line.startsWith('+'));
  const added = lines.filter((line) => line.startsWith('+')).map((line) => `${line.slice(1)}\n`);
  return { paths: [path], changes: [{ path, change: 'update', ...(isPut ? { newText: added.join('') } : {}) }] };
}
