/** An adapter whose CLI is the fake agent: each native line is a draft, so a test says exactly what an agent does and when. */
import {
  type Adapter,
  type Capabilities,
  defineAdapter,
  type EventDraft,
  type InteractionResponse,
  type Mode,
} from '@agent-mux/core';
import { EVENT_TYPES } from '@agent-mux/events';
import { type FakeAgentStep, fakeAgent } from '@agent-mux/testkit';
import { ToyDialect } from './toy-dialect.ts';

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

export interface ToyOptions {
  readonly steps: readonly FakeAgentStep[];
  readonly capabilities?: Partial<Capabilities>;
  /** The prompt travels with the command, and the exit is the end. */
  readonly oneShot?: boolean;
  readonly eagerRead?: true;
  readonly worksElsewhere?: true;
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
  worksElsewhere,
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
    ...(worksElsewhere === undefined ? {} : { worksElsewhere }),
    command: (options) => ({
      file,
      args,
      env: {},
      cwd: options.cwd,
      stdin: oneShot ? { text: options.prompt } : 'open',
    }),
    dialect: () =>
      new ToyDialect({
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
