/** What a call that omp asks about would do, according to its input. */
import type { ApprovalFacts } from '@agent-mux/events';
import { factsOf as familyFacts } from '../../pi-family/index.ts';
import { objectOf, textOf } from '../../shared/index.ts';
import type { NativeToolInput } from '../shared/native.ts';
import { filesOf } from './repeated-input.ts';

const PUT = /^PUT [\d.=-]+:$/;

/** The facts of a call. `folder` is where a command begins whose call names none. */
export function factsOf(toolName: string, native: unknown, folder: string): ApprovalFacts {
  const { input }: NativeToolInput = objectOf(native) ?? {};
  switch (toolName) {
    case 'bash':
    case 'write':
      return familyFacts(toolName, native, folder);
    case 'edit':
      return patchFacts(textOf(input) ?? '');
    default:
      return {};
  }
}

/** The facts of a patch of one file, which has the new lines, and only the numbers of the lines that they replace. */
function patchFacts(patch: string): ApprovalFacts {
  const [head = '', ...lines] = patch.replace(/\n$/, '').split('\n');
  const [path] = filesOf(head);
  if (path === undefined || filesOf(patch).length > 1) {
    return {};
  }
  const isPut = lines.every((line) => PUT.test(line) || line.startsWith('+'));
  const added = lines.filter((line) => line.startsWith('+')).map((line) => `${line.slice(1)}\n`);
  return { paths: [path], changes: [{ path, change: 'update', ...(isPut ? { newText: added.join('') } : {}) }] };
}
