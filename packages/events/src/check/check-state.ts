/** What the watches of the checker share: the reports, what is open, and how far the run has come. */
import type { AgentEvent } from '../events.ts';
import type { Rule } from './rules.ts';

export interface CheckOptions {
  /** Whether the stream is not of this project: only the specification's rules count, and a crash needs no session_end. */
  readonly foreign?: boolean;
  /** Whether the run had `stream: false`. */
  readonly streamFalse?: boolean;
  /** Whether the client was created with `debug`; unknown where absent. */
  readonly debug?: boolean;
  /** Whether the run had `noSession`. */
  readonly noSession?: boolean;
  readonly approvalMode?: 'prompt' | 'yolo' | 'deny';
  /** The bound of the run's texts, of which only the beginning of a longer one was kept; absent where there is none. */
  readonly maxTextBytes?: number;
}

type OpenKind = 'turn' | 'step' | 'thinking' | 'message' | 'call' | 'shell' | 'subagent' | 'approval';

export interface OpenThing {
  readonly kind: OpenKind;
  /** The id, unique among the open things of its kind. */
  readonly id: string;
  readonly lane: string | undefined;
  /** The rule that says it must be closed. */
  readonly rule: Rule;
  /** The call that a shell or an approval belongs to. */
  readonly toolCallId?: string | undefined;
}

/** The things that have begun and not ended. */
interface OpenThings {
  add(thing: OpenThing): void;
  remove(kind: OpenKind, id: string): void;
  get(kind: OpenKind, id: string): OpenThing | undefined;
  list(): OpenThing[];
}

export interface Call {
  readonly family: 'tool' | 'mcp';
  readonly toolName: string;
  readonly server: string | undefined;
  readonly lane: string | undefined;
  state: 'started' | 'ready' | 'done' | 'failed';
}

interface Progress {
  sessionId: string | undefined;
  hasTurned: boolean;
  terminal: AgentEvent['type'] | undefined;
  isOver: boolean;
  /** Whether the event at hand differs from what the run had. */
  redacted: 'yes' | 'maybe' | 'no';
}

export interface CheckState {
  readonly options: CheckOptions;
  readonly report: (rule: Rule, message: string) => void;
  readonly open: OpenThings;
  /** Every call of the run by its id, ended ones included. */
  readonly calls: Map<string, Call>;
  readonly progress: Progress;
}

/** A watch looks at every event and reports what its rules forbid. */
export type Watch = (event: AgentEvent) => void;

export function createCheckState(options: CheckOptions, report: CheckState['report']): CheckState {
  return {
    options,
    report,
    open: createOpenThings(),
    calls: new Map(),
    progress: { sessionId: undefined, hasTurned: false, terminal: undefined, isOver: false, redacted: 'no' },
  };
}

function createOpenThings(): OpenThings {
  const kinds = new Map<OpenKind, Map<string, OpenThing>>();
  const of = (kind: OpenKind): Map<string, OpenThing> => {
    const known = kinds.get(kind) ?? new Map<string, OpenThing>();
    kinds.set(kind, known);
    return known;
  };
  return {
    add: (thing) => of(thing.kind).set(thing.id, thing),
    remove: (kind, id) => of(kind).delete(id),
    get: (kind, id) => of(kind).get(id),
    list: () => [...kinds.values()].flatMap((things) => [...things.values()]),
  };
}
