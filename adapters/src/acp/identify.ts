/** What a call is, as far as the protocol says; an agent's quirks know more. */
import { entryOf, idOf, textOf } from '../shared/native-value.ts';
import type { ActionKind } from '../shared/risk-level.ts';
import type { AcpCall, Surroundings, ToolIdentity, ToolQuirks } from './quirks.ts';

const KINDS: Readonly<Record<string, ActionKind>> = {
  read: 'read',
  search: 'search',
  edit: 'edit',
  move: 'edit',
  delete: 'delete',
  execute: 'execute',
  fetch: 'network',
  switch_mode: 'permission',
};

export function identify(call: AcpCall, quirks: ToolQuirks | undefined, surroundings: Surroundings): ToolIdentity {
  const native = textOf(call.kind) ?? 'other';
  const kind = entryOf(KINDS, native) ?? 'other';
  const title = idOf(call.title);
  return {
    // A title is for people; one that looks like a name is one.
    name: title !== undefined && /^[\w.:-]+$/.test(title) ? title : native,
    kind,
    input: call.rawInput ?? {},
    ...quirks?.identify?.(call, surroundings),
  };
}
