/** omp on the stage. It runs on bun. */
import { fileURLToPath } from 'node:url';
import { omp } from '@agent-mux/adapters';
import { type Fault, prepareOmp, type Step } from '@agent-mux/testkit';
import type { AgentStage } from '../stage.ts';
import { REACHING_DIFFERENCES } from './omp-reaching.ts';
import { billedApart, spawnsInOrder } from './orders.ts';
import { FAMILY_DIFFERENCES, FAMILY_RACES, SHORTER_COUNT } from './pi-family.ts';

/** `long-text` and `huge-line` are not among them: the RPC mode repeats a growing message in each line, so that a recording of 200 KB of text has 20 MB. */
const IN_BOTH: readonly string[] = [
  'text',
  'thinking',
  'unicode',
  'cost',
  'usage-several-requests',
  'tool-shell',
  'tool-shell-fail',
  'tools-parallel',
  'tool-unknown',
  'file-create',
  'file-write-existing',
  'file-edit',
  'file-read',
  'file-delete',
  'mcp-tool',
  'mcp-tool-error',
  'skill',
  'resume',
  'resume-missing',
  'fork',
  'auth-error',
  'auth-missing',
  'rate-limit',
  'rate-limit-exhausted',
  'overloaded',
  'overloaded-exhausted',
  'context-exceeded',
  'model-not-found',
  'output-limit',
  'turn-limit',
  'stream-cut',
  'stream-cut-exhausted',
  'stall',
  'interrupt',
  'interrupt-tool',
  'abort',
  'abort-tool',
  'kill',
  'pause-resume',
  'timeout',
  'approval-headless',
];

/** They need somebody to talk to. */
const ONLY_RPC: readonly string[] = [
  'rewind-fork',
  'image-input',
  'host-tool',
  'plugin-error',
  'approval-granted',
  'approval-denied',
  'approval-parallel',
  'approval-timeout',
  'input-required',
  'input-required-declined',
  'approval-interrupt',
  'approval-edit',
  'approval-fetch',
  'approval-mcp',
  'multi-turn',
  'queued',
  'steer',
  'error-then-continue',
  'compaction',
  'compaction-auto',
  'interrupt-continue',
  'subagent',
  'subagent-background',
  'subagent-parallel',
  'subagent-fail',
  'subagent-unknown',
  'approval-subagent',
];

const ONLY_JSON: readonly string[] = ['bad-flag', 'long-text', 'huge-line'];

/** A subagent is sent, and the agent goes on with its report. */
const DISPATCHES: readonly string[] = ['subagent', 'subagent-fail', 'approval-subagent'];

const OVERLOADED: Fault = { kind: 'stream-error', afterDeltas: 1 };

/** An answer that has begun to think when the service says that there are too many requests. */
const TOO_MANY: Fault = {
  kind: 'raw',
  frames: [
    {
      type: 'message_start',
      message: {
        id: 'msg_limited',
        type: 'message',
        role: 'assistant',
        model: 'mock-1',
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: 100, output_tokens: 1 },
      },
    },
    { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'Hm.' } },
    { type: 'error', error: { type: 'rate_limit_error', message: 'Too many requests. Please try again in 0.5s.' } },
  ].map((frame) => `event: ${frame.type}\ndata: ${JSON.stringify(frame)}\n\n`),
};

/** The step with another fault instead of its own, as often. */
function broken({ faults: [fault] = [], ...step }: Step, instead: Fault): Step {
  const times = fault?.times === undefined ? {} : { times: fault.times };
  return { thinking: 'Hm.', ...step, faults: [{ ...instead, ...times }] };
}

export const ompStage: AgentStage = {
  adapter: omp,
  version: '18.2.3',
  binary: () => fileURLToPath(new URL('../../../agents/omp/omp.sh', import.meta.url)),
  prepare: prepareOmp,
  words: { compact: '/compact' },
  scenarios: {
    rpc: [...IN_BOTH, ...ONLY_RPC],
    json: [...IN_BOTH, ...ONLY_JSON],
  },
  // How long a command took stands in what it gave back.
  newTexts: [['wall', /Wall time: \d+\.\d+ seconds/]],
  races: [
    ...FAMILY_RACES,
    {
      in: ['approval-granted', 'approval-denied', 'approval-headless', 'approval-timeout'],
      why: 'the command is told of before the answer to the question was seen, or after it',
      settle: (events) => events.filter(({ type }) => type !== 'shell_start'),
    },
    {
      in: [...DISPATCHES, 'subagent-parallel'],
      why: 'subagents work beside the agent, each in its own time',
      settle: billedApart,
    },
    {
      in: ['subagent-parallel'],
      why: 'which of two subagents is sent first is left to chance',
      settle: spawnsInOrder,
    },
    {
      in: ['unicode', 'tool-shell', 'tools-parallel', 'huge-line'],
      why: 'the pieces in which a command tells its output are cut by time',
      settle: (events) => events.filter(({ type }) => type !== 'shell_stdout_delta'),
    },
  ],
  differences: [
    ...FAMILY_DIFFERENCES,
    { ...SHORTER_COUNT, modes: ['rpc'] },
    {
      in: ['overloaded', 'overloaded-exhausted'],
      why: 'what is refused before an answer is tried ten times without a word; once the answer has begun, it says so',
      change: ({ model }) => ({
        model: {
          turns: model.turns.map((turn) => ({ ...turn, steps: turn.steps.map((step) => broken(step, OVERLOADED)) })),
        },
      }),
    },
    {
      in: ['rate-limit', 'rate-limit-exhausted'],
      why: 'as for `overloaded`, and without a word of how long to wait it would wait for half a minute',
      change: ({ model }) => ({
        model: {
          turns: model.turns.map((turn) => ({ ...turn, steps: turn.steps.map((step) => broken(step, TOO_MANY)) })),
        },
      }),
    },
    ...REACHING_DIFFERENCES,
    {
      in: ['steer'],
      why: 'it moves the command to the background when it is steered, and answers once more when that has ended',
      change: ({ model }) => ({
        model: {
          ...model,
          turns: model.turns.map((turn, index) =>
            index === 1 ? { ...turn, steps: [...turn.steps, { text: 'And now it has.' }] } : turn,
          ),
        },
        expectedRequests: 3,
      }),
    },
    {
      in: ['plugin-error'],
      why: 'what fails is an extension, when the agent sets to work',
      change: () => ({
        files: {
          '.omp/extensions/helper.ts':
            "export default (pi) => pi.on('agent_start', () => { throw new Error('helper is broken'); });\n",
        },
      }),
    },
    {
      in: ['long-text'],
      why: 'a text stands in five lines of a recording: a longer one says nothing that this one does not',
      change: ({ model: { turns } }) => ({
        model: { turns: [{ steps: [{ text: String(turns[0]?.steps[0]?.text).slice(0, 30_000), chunk: 400 }] }] },
      }),
    },
    {
      in: ['huge-line'],
      why: 'the line stands in many lines of a recording: a longer one says nothing that this one does not',
      change: () => ({
        model: {
          turns: [
            {
              steps: [
                { tools: [{ kind: 'shell', command: String.raw`head -c 60000 /dev/zero | tr '\0' x` }] },
                { text: 'That was long.' },
              ],
            },
          ],
        },
      }),
    },
    {
      in: ['compaction'],
      why: 'it asks for three summaries: of what is past, of the turn that it cuts, and a short one',
      change: () => ({ expectedRequests: 6 }),
    },
    {
      in: ['compaction-auto'],
      why: 'it asks for three summaries; and it goes by what the service says was used, so that short prompts will do',
      change: () => ({
        prompt: 'First: keep this.',
        host: [
          { at: { event: 'turn_end' }, do: 'continue', text: 'Second: and this.' },
          { at: { event: 'turn_end' }, do: 'continue', text: 'Third: enough?' },
          { at: { event: 'turn_end' }, do: 'continue', text: 'Fourth: go on.' },
          { at: { event: 'turn_end' }, do: 'end' },
        ],
        expectedRequests: 7,
      }),
    },
    {
      in: ['input-required-declined'],
      why: 'a question that is cancelled ends its whole turn, so that it is told of the refusal as an answer',
      change: () => ({ proves: ['input_required'] }),
    },
    {
      in: ['file-edit', 'approval-edit'],
      why: 'it edits by patches, which name the text that they were made from',
      change: () => ({
        model: {
          turns: [
            {
              steps: [
                { tools: [{ kind: 'read', path: 'a.txt' }] },
                {
                  tools: [
                    { kind: 'raw', name: 'edit', input: { i: 'Edit', input: '[a.txt#2543]\nPUT 2.=2:\n+TWO\n' } },
                  ],
                },
                { text: 'Changed.' },
              ],
            },
          ],
        },
      }),
    },
    {
      in: DISPATCHES,
      why: 'its subagents work in the background: it answers at once, and again when the report is there',
      change: ({ model, expectedRequests }) => ({
        model: {
          ...model,
          turns: model.turns.map(({ steps: [dispatch, ...more], ...turn }) => ({
            ...turn,
            steps: [...(dispatch === undefined ? [] : [dispatch]), { text: 'Somebody is on the way.' }, ...more],
          })),
        },
        expectedRequests: typeof expectedRequests === 'number' ? expectedRequests + 1 : expectedRequests.all + 1,
      }),
    },
    {
      in: ['subagent-background'],
      why: 'all of it is one turn: it goes on with the report before it says that it has ended',
      change: () => ({ proves: ['subagent_spawn', 'subagent_result'] }),
    },
    {
      in: ['subagent-parallel'],
      why: 'its subagents work in the background: it answers at once, and again with each report',
      change: ({ model }) => ({
        model: {
          ...model,
          turns: model.turns.map(({ steps: [dispatch], ...turn }) => ({
            ...turn,
            steps: [
              ...(dispatch === undefined ? [] : [dispatch]),
              { text: 'Both are on the way.' },
              { text: 'One is back.' },
              { text: 'Both are back.' },
            ],
          })),
        },
        host: [
          { at: { gate: 'left-middle' }, do: 'wait' },
          { at: { gate: 'right-middle' }, do: 'release', gate: 'left-middle' },
          { at: { event: 'subagent_result' }, do: 'wait' },
          { at: { event: 'message_stop' }, do: 'release', gate: 'right-middle' },
        ],
        expectedRequests: 6,
      }),
    },
    {
      in: ['context-exceeded'],
      why: 'it tries to compact before it gives up',
      change: ({ model }) => ({
        model: { ...model, compaction: { faults: [{ kind: 'error', error: 'context-length' }] } },
      }),
    },
  ],
};
