/** One table of what each kind of event needs: a turn, a place in its lane, a place in buffered mode. */
import { type AgentEventTypeLiteral, EVENT_CATEGORY, type EventCategory } from '@agent-mux/events';

export interface Family {
  /**
   * The relation to a turn. `needs` opens one if none is open, `joins` lets an announced turn begin before the event,
   * and `free` does neither.
   */
  readonly turn: 'needs' | 'joins' | 'free';
  /** Whether it is a subagent's own activity, which most consumers do not want. */
  readonly hides: boolean;
  /** Whether it may carry a lane that is not (or no longer) in the stream, because it concerns the user or the bill. */
  readonly isForAll: boolean;
  /** The group in which buffered mode keeps it; with `passes` it is not kept. */
  readonly buffer: 'thinking' | 'message' | 'tool' | 'passes';
}

const FRAME: Family = { turn: 'free', hides: true, isForAll: false, buffer: 'passes' };
const NOTICE: Family = { turn: 'joins', hides: false, isForAll: true, buffer: 'passes' };
const WORK: Family = { turn: 'needs', hides: true, isForAll: false, buffer: 'tool' };
const LOAD: Family = { turn: 'free', hides: true, isForAll: false, buffer: 'passes' };

const BY_CATEGORY: Readonly<Record<EventCategory, Family>> = {
  session: FRAME,
  turn: FRAME,
  text: { turn: 'needs', hides: true, isForAll: false, buffer: 'message' },
  thinking: { turn: 'needs', hides: true, isForAll: false, buffer: 'thinking' },
  tool: WORK,
  file: WORK,
  shell: WORK,
  mcp: WORK,
  subagent: { turn: 'needs', hides: false, isForAll: false, buffer: 'tool' },
  plugin: WORK,
  skill: WORK,
  multimodal: WORK,
  cost: NOTICE,
  interaction: { turn: 'needs', hides: false, isForAll: true, buffer: 'passes' },
  rate_limit: NOTICE,
  run_lifecycle: NOTICE,
  error: NOTICE,
  debug: { turn: 'free', hides: false, isForAll: true, buffer: 'passes' },
};

const EXCEPTIONS: Partial<Record<AgentEventTypeLiteral, Family>> = {
  session_checkpoint: { turn: 'needs', hides: true, isForAll: false, buffer: 'passes' },
  plugin_loaded: LOAD,
  skill_loaded: LOAD,
  agentdoc_read: LOAD,
  image_input_ack: { turn: 'needs', hides: true, isForAll: false, buffer: 'passes' },
  // An answer may come after the turn that it was asked in.
  approval_granted: NOTICE,
  approval_denied: NOTICE,
  context_limit_warning: { turn: 'joins', hides: true, isForAll: false, buffer: 'passes' },
  context_compacted: { turn: 'joins', hides: true, isForAll: false, buffer: 'passes' },
  stream_fallback: { turn: 'needs', hides: true, isForAll: false, buffer: 'passes' },
};

const TABLE: ReadonlyMap<string, Family> = new Map(
  Object.entries(EVENT_CATEGORY).map(([type, category]) => {
    const literal = type as AgentEventTypeLiteral;
    return [literal, EXCEPTIONS[literal] ?? BY_CATEGORY[category]];
  }),
);

/** Returns what an event of this type needs; drafts that are no event need nothing of their own. */
export function familyOf(type: string): Family {
  return TABLE.get(type) ?? NOTICE;
}
