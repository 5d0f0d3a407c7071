/** An agent that exists only in tests, with a protocol of six lines and two modes. */
import type { Adapter, Capabilities } from '../../adapter/adapter.ts';
import { type Dialect, type Interaction, NOTHING, type Parsed } from '../../adapter/dialect.ts';
import type { EventDraft } from '../../adapter/draft.ts';
import { defineAdapter } from '../../registry/define-adapter.ts';

const CAPABILITIES: Capabilities = {
  canResume: false,
  canFork: false,
  supportsNoSession: false,
  supportsMultiTurn: true,
  supportsSteering: false,
  supportsTextStreaming: true,
  supportsToolCallStreaming: true,
  supportsThinkingStreaming: false,
  approvalModes: ['prompt', 'yolo'],
  supportsQuestions: false,
  supportsThinking: false,
  thinkingEffortLevels: [],
  supportsThinkingBudgetTokens: false,
  systemPromptModes: [],
  supportsMCP: false,
  supportsSkills: false,
  supportsAgentsMd: false,
  supportsImageInput: false,
  supportsFileAttachments: false,
  supportsMaxTurns: false,
  interrupt: 'signal',
  events: [],
};

/**
 * The messages `init`, `text`, `ask`, `done` and `fail` come from the agent; `prompt` and `answer` go to it. A `ping`
 * is answered at once.
 */
export function createToyDialect(): Dialect {
  const talk: ToyTalk = { pending: new Map(), sessionId: null, turn: false, clean: false };
  return {
    get state() {
      const { sessionId, turn, clean, pending } = talk;
      return { sessionId, busy: turn || pending.size > 0, turn, clean, pending };
    },
    streams: { text: true, thinking: false, toolInput: false },
    open: () => ({ write: [] }),
    close: () => ({ write: [], endInput: true }),
    interrupt: () => ({ write: [], signal: 'SIGINT' }),
    parseEvent(line, { source }) {
      switch (source) {
        case 'stdin':
          return parseIn(talk, line);
        case 'stdout':
          return parseOut(talk, line);
        case 'stderr':
          return drafts({ type: 'log', source: 'stderr', line });
        default:
          return source satisfies never;
      }
    },
    prompt: ({ text }) => ({ write: [JSON.stringify({ type: 'prompt', text })] }),
    steer: () => undefined,
    respond: (key, answer) =>
      talk.pending.has(key)
        ? { write: [JSON.stringify({ type: 'answer', key, ok: answer.type === 'approve' })] }
        : 'gone',
    exit({ code, signal, stderr, asked }) {
      if (asked === 'interrupt') {
        return { drafts: [{ type: 'outcome', outcome: { type: 'interrupted' } }] };
      }
      return talk.clean && code === 0 && signal === null
        ? { drafts: [] }
        : { drafts: [{ type: 'outcome', outcome: { type: 'crash', exitCode: code ?? -1, stderr } }] };
    },
  };
}

interface ToyTalk {
  readonly pending: Map<string, Interaction>;
  sessionId: string | null;
  turn: boolean;
  clean: boolean;
}

function parseOut(talk: ToyTalk, line: string): Parsed {
  let message: Record<string, unknown>;
  try {
    message = JSON.parse(line);
  } catch {
    return drafts({ type: 'log', source: 'stdout', line });
  }
  switch (message['type']) {
    case 'init':
      talk.sessionId = String(message['id']);
      return drafts({ type: 'session_start', sessionId: talk.sessionId });
    case 'text':
      return drafts({ type: 'text_delta', delta: String(message['delta']) });
    case 'ask': {
      const key = String(message['key']);
      const detail = String(message['detail']);
      talk.pending.set(key, { kind: 'approval', detail });
      return drafts({ type: 'approval_request', key, action: 'run', detail, riskLevel: 'medium' });
    }
    case 'ping':
      return { drafts: [], write: [JSON.stringify({ type: 'pong', id: message['id'] })] };
    case 'done':
      endTurn(talk);
      return drafts({ type: 'turn_end' });
    case 'fail':
      endTurn(talk);
      return drafts({ type: 'turn_end', outcome: { type: 'rate_limit_error', message: 'slow down' } });
    default:
      return drafts({ type: 'unknown_native', name: String(message['type']) });
  }
}

function endTurn(talk: ToyTalk): void {
  talk.turn = false;
  talk.clean = true;
}

function parseIn(talk: ToyTalk, line: string): Parsed {
  const message: Record<string, unknown> = JSON.parse(line);
  if (message['type'] === 'prompt') {
    talk.turn = true;
    talk.clean = false;
    return drafts({ type: 'turn_start' });
  }
  if (message['type'] === 'answer') {
    const key = String(message['key']);
    talk.pending.delete(key);
    return drafts(message['ok'] === true ? { type: 'approval_granted', key } : { type: 'approval_denied', key });
  }
  return NOTHING;
}

function drafts(...all: EventDraft[]): Parsed {
  return { drafts: all, write: [] };
}

export const toyAdapter: Adapter = defineAdapter({
  specVersion: 1,
  agent: 'toy',
  displayName: 'Toy',
  cliCommand: 'toy',
  testedVersions: ['1.0.0'],
  hostMarkers: [],
  install: [],
  authGuidance: '',
  modes: [
    {
      name: 'talk',
      capabilities: CAPABILITIES,
      transport: 'lines',
      command: ({ cwd }, { binary }) => ({ file: binary, args: [], env: {}, cwd, stdin: 'open' }),
      dialect: createToyDialect,
      recognize: (argv) => (argv.includes('--talk') ? { keepOpen: true } : undefined),
    },
    {
      name: 'oneshot',
      capabilities: { ...CAPABILITIES, supportsMultiTurn: false },
      transport: 'lines',
      command: ({ cwd }, { binary }) => ({ file: binary, args: ['-p'], env: {}, cwd, stdin: 'end' }),
      dialect: createToyDialect,
      recognize: (argv) => (argv.includes('-p') ? { approvalMode: 'yolo' } : undefined),
    },
  ],
});
