/** What a call that omp asks about would do, according to its input where the question repeats it. */
import type { ApprovalFacts } from '@agent-mux/events';
import { factsOf as familyFacts } from '../../pi-family/index.ts';
import { objectOf, textOf } from '../../shared/index.ts';
import type { NativeToolInput } from '../shared/native.ts';

/** Matches the file of a patch in omp's own form. */
const FILE = /^\[(.+)#[0-9a-f]+\]$/i;
const PUT = /^PUT [\d.=-]+:$/;

/**
 * The facts of a question. One of omp 18.2.3 does not say which call it is about: where its text, such as `Command: …`, differs from the
 * call that it is taken for, the input of that call does not count.
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

/** The facts of a patch, which has the new lines, and only the numbers of the lines that they replace. */
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
