/** What a call is, as far as the protocol says it; the quirks of an agent know more. */
import { idOf, kindOf, nativeKind, textOf } from '../shared/index.ts';
import type { AcpCall, Surroundings, ToolIdentity, ToolQuirks } from './quirks.ts';

export function identify(call: AcpCall, quirks: ToolQuirks | undefined, surroundings: Surroundings): ToolIdentity {
  const title = idOf(call.title);
  const { kind, ...known } = quirks?.identify?.(call, surroundings) ?? {};
  // A title is written for people, but some agents put the tool's name there, and one that looks like a name is taken as one.
  const name = known.name ?? (title !== undefined && /^[\w.:-]+$/.test(title) ? title : (textOf(call.kind) ?? 'other'));
  return {
    input: call.rawInput ?? {},
    ...known,
    name,
    // What the agent says about the call goes before what the table says about the name.
    kind: known.mcp === undefined ? (kind ?? nativeKind(call.kind) ?? kindOf(quirks?.kinds ?? {}, name)) : 'mcp',
  };
}
