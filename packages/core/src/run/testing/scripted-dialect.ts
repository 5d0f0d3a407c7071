/** A dialect whose messages say in JSON what it makes of them, so that a test needs no process. */
import type { Dialect, DialectState, EventDraft, Interaction, Parsed } from '../../adapter/index.ts';

export interface Script extends Partial<Parsed> {
  /** What changes in the state of the dialect with this message. */
  readonly state?: Partial<Omit<DialectState, 'pending'>>;
}

export interface ScriptedDialect extends Dialect {
  /** The messages that it has read, with their sources. */
  readonly read: [source: string, message: string][];
  /** The exits that it was told of. */
  readonly exits: unknown[];
  state: DialectState & { readonly pending: Map<string, Interaction> };
  /** The drafts that it holds back. */
  held: readonly EventDraft[];
  /** What an exit says. */
  last: readonly EventDraft[];
}

export function createScriptedDialect(): ScriptedDialect {
  const dialect: ScriptedDialect = {
    read: [],
    exits: [],
    held: [],
    last: [],
    state: { sessionId: null, busy: false, turn: false, clean: false, pending: new Map() },
    streams: { text: true, thinking: true, toolInput: true },
    open: () => ({ write: ['open'] }),
    close: () => ({ write: ['close'] }),
    interrupt: () => ({ write: ['interrupt'] }),
    prompt: ({ text }) => ({ write: [`prompt ${text}`] }),
    steer: ({ text }) => ({ write: [`steer ${text}`] }),
    respond: () => 'gone',
    parseEvent(message, { source }) {
      dialect.read.push([source, message]);
      if (!message.startsWith('{')) {
        return { drafts: [], write: [] };
      }
      const { drafts = [], write = [], state = {} } = JSON.parse(message) as Script;
      dialect.state = { ...dialect.state, ...state };
      return { drafts, write };
    },
    settle() {
      const drafts = dialect.held;
      dialect.held = [];
      dialect.state = { ...dialect.state, holdsEnd: false };
      return { drafts };
    },
    exit(info) {
      dialect.exits.push(info);
      return { drafts: dialect.last };
    },
  };
  return dialect;
}

/** The message that says this. */
export const script = (what: Script): string => JSON.stringify(what);

/** The message that says these drafts. */
export const saying = (...drafts: readonly EventDraft[]): string => script({ drafts });

export const QUESTION: Interaction = { kind: 'approval', action: 'run', detail: 'rm', riskLevel: 'low' };
