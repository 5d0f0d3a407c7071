/** An adapter whose CLI is the fake agent: each native line is a draft, so a test says exactly what an agent does and when. */
import {
  type Adapter,
  type Capabilities,
  type Dialect,
  defineAdapter,
  type EventDraft,
  type Interaction,
  type InteractionResponse,
  type Mode,
  type Parsed,
  type Writes,
} from '@agent-mux/core';
import { EVENT_TYPES, pickApprovalFacts } from '@agent-mux/events';
import { type FakeAgentStep, fakeAgent } from '@agent-mux/testkit';

/** Lines of the toy CLI, one for each of these drafts. */
export const says = (...drafts: readonly EventDraft[]): FakeAgentStep => ({
  do: 'write',
  text: drafts.map((draft) => `${JSON.stringify({ draft })}\n`).join(''),
});

/** One line of the toy CLI that says all of these drafts. */
export const saysAtOnce = (...drafts: readonly EventDraft[]): FakeAgentStep => ({ do: 'json', value: { drafts } });

/** A whole turn that answers with one text. */
export const answers = (text: string): FakeAgentStep =>
  says(
    { type: 'turn_start' },
    { type: 'step_start' },
    { type: 'text_delta', delta: text },
    { type: 'message_stop' },
    { type: 'step_end' },
    { type: 'turn_end' },
  );

export const session: FakeAgentStep = says({ type: 'session_start', sessionId: 'toy-session' });

const CAPABILITIES: Capabilities = {
  canResume: true,
  canFork: true,
  supportsNoSession: true,
  supportsMultiTurn: true,
  supportsSteering: true,
  supportsTextStreaming: true,
  supportsToolCallStreaming: true,
  supportsThinkingStreaming: true,
  approvalModes: ['prompt', 'yolo', 'deny'],
  supportsQuestions: true,
  supportsThinking: true,
  thinkingEffortLevels: ['low'],
  supportsThinkingBudgetTokens: false,
  systemPromptModes: ['append'],
  supportsMCP: false,
  supportsHostTools: true,
  supportsOutputSchema: true,
  supportsSkills: false,
  supportsAgentsMd: false,
  supportsImageInput: true,
  supportsFileAttachments: false,
  supportsMaxTurns: false,
  interrupt: 'protocol',
  events: EVENT_TYPES,
};

interface ToyNature {
  readonly isOneShot: boolean;
  readonly canSteer: boolean;
  readonly tellsSteering: boolean;
  readonly refuses: readonly InteractionResponse['type'][];
  readonly takesInput: boolean;
}

function createToyDialect({ isOneShot, canSteer, tellsSteering, refuses, takesInput }: ToyNature): Dialect {
  const pending = new Map<string, Interaction>();
  const hostTools = new Set<string>();
  let sessionId: string | null = null;
  let isInTurn = false;
  let isWaiting = isOneShot;
  let isClean = false;
  const lines = (...messages: readonly object[]): Writes => ({
    write: messages.map((message) => JSON.stringify(message)),
  });

  function follow(draft: EventDraft): void {
    switch (draft.type) {
      case 'session_start':
        sessionId = draft.sessionId;
        break;
      case 'turn_start':
        isInTurn = true;
        isWaiting = false;
        isClean = false;
        break;
      case 'turn_end':
        isInTurn = false;
        isClean = true;
        break;
      case 'approval_request':
        pending.set(draft.key, {
          kind: 'approval',
          action: draft.action,
          detail: draft.detail,
          riskLevel: draft.riskLevel,
          ...pickApprovalFacts(draft),
          input: 'input' in draft ? draft.input : { command: draft.detail },
          ...(takesInput ? { acceptsUpdatedInput: true } : {}),
        });
        break;
      case 'input_required':
        pending.set(draft.key, { kind: 'input', detail: draft.question, source: draft.source });
        break;
      case 'host_tool_call':
        hostTools.add(draft.key);
        break;
      case 'host_tool_settled':
        hostTools.delete(draft.key);
        break;
      case 'approval_granted':
      case 'approval_denied':
      case 'interaction_settled':
        pending.delete(draft.key);
        break;
      default:
    }
  }

  return {
    get state() {
      return { sessionId, busy: isInTurn || isWaiting || pending.size > 0, turn: isInTurn, clean: isClean, pending };
    },
    streams: { text: true, thinking: true, toolInput: true },
    open: () => ({ write: [] }),
    close: () => ({ write: [], endInput: true }),
    interrupt: () => lines({ interrupt: true }),
    prompt: ({ text }) => lines({ prompt: text }),
    steer({ text }) {
      const writes = canSteer ? lines({ steer: text }) : undefined;
      return writes !== undefined && tellsSteering ? { ...writes, key: text } : writes;
    },
    respond(key, answer) {
      if (!pending.has(key)) {
        return 'gone';
      }
      return refuses.includes(answer.type) ? 'unsupported' : lines({ answer: { key, ...answer } });
    },
    returnHostTool: (key, outcome) => (hostTools.has(key) ? lines({ result: { key, ...outcome } }) : 'gone'),
    parseEvent(line, { source }): Parsed {
      if (source === 'stderr') {
        return { drafts: [{ type: 'log', source, line }], write: [] };
      }
      const drafts = source === 'stdin' ? heard(line) : said(line);
      drafts.forEach(follow);
      return { drafts, write: [] };
    },
    exit({ code, asked }) {
      if (asked === 'interrupt') {
        return { drafts: [{ type: 'outcome', outcome: { type: 'interrupted' } }] };
      }
      return isClean && code === 0
        ? { drafts: [] }
        : { drafts: [{ type: 'outcome', outcome: { type: 'crash', exitCode: code ?? -1, stderr: '' } }] };
    },
  };

  function heard(line: string): EventDraft[] {
    if (isOneShot) {
      return [];
    }
    const message = JSON.parse(line) as {
      prompt?: string;
      answer?: { key: string } & InteractionResponse;
      result?: { key: string };
    };
    if (message.result !== undefined) {
      return [{ type: 'host_tool_settled', key: message.result.key }];
    }
    if (message.prompt !== undefined) {
      isWaiting = true;
    }
    if (message.answer === undefined) {
      return [];
    }
    const { key, type } = message.answer;
    if (pending.get(key)?.kind === 'input') {
      return [{ type: 'interaction_settled', key }];
    }
    return type === 'approve'
      ? [{ type: 'approval_granted', key }]
      : // The toy has no place for the reason of a denial, as omp has none.
        [{ type: 'approval_denied', key }];
  }

  function said(line: string): EventDraft[] {
    // The fake agent's own lines say how much it read.
    const { draft, drafts = [] } = JSON.parse(line) as { draft?: EventDraft; drafts?: EventDraft[] };
    return draft === undefined ? drafts : [draft];
  }
}

export interface ToyOptions {
  readonly steps: readonly FakeAgentStep[];
  readonly capabilities?: Partial<Capabilities>;
  /** The prompt travels with the command, and the exit is the end. */
  readonly oneShot?: boolean;
  readonly eagerRead?: true;
  readonly hostMarkers?: readonly string[];
  readonly notes?: readonly string[];
  /** Answers that the CLI cannot take. @defaultValue ['form'] */
  readonly refuses?: readonly InteractionResponse['type'][];
  /** Whether a grant may name another input. @defaultValue false */
  readonly takesInput?: boolean;
  /** What became of words for the running turn is said by a `steer_settled`, whose key they are. @defaultValue false */
  readonly tellsSteering?: boolean;
}

/** An adapter named `toy` whose CLI does these steps. */
export function toyAdapter({
  steps,
  capabilities = {},
  oneShot = false,
  eagerRead,
  hostMarkers = [],
  notes = [],
  refuses = ['form'],
  takesInput = false,
  tellsSteering = false,
}: ToyOptions): Adapter {
  const { file, args } = fakeAgent(steps);
  const mode: Mode = {
    name: oneShot ? 'oneshot' : 'talk',
    capabilities: { ...CAPABILITIES, ...capabilities },
    transport: 'lines',
    ...(eagerRead === undefined ? {} : { eagerRead }),
    command: (options) => ({
      file,
      args,
      env: {},
      cwd: options.cwd,
      stdin: oneShot ? { text: options.prompt } : 'open',
    }),
    dialect: () =>
      createToyDialect({
        isOneShot: oneShot,
        canSteer: capabilities.supportsSteering ?? true,
        tellsSteering,
        refuses,
        takesInput,
      }),
    notes: () => notes,
  };
  return defineAdapter({
    specVersion: 1,
    agent: 'toy',
    displayName: 'Toy',
    cliCommand: 'node',
    testedVersions: [],
    hostMarkers,
    modes: [mode],
    install: [{ platform: 'all', type: 'npm', command: 'npm install -g toy' }],
    authGuidance: 'Toys need no login.',
  });
}
