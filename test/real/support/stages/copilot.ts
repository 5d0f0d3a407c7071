/** Copilot CLI on the stage. */
import { copilot } from '@agent-mux/adapters';
import { prepareCopilot } from '@agent-mux/testkit';
import { agentBinary } from '../agents.ts';
import type { AgentStage } from '../stage.ts';
import { billedApart, billLast, callsApart, closedAlike, joinOutput, spawnsInOrder } from './orders.ts';
import { COUNTED_BY_US, ONE_TOO_MANY } from './turn-limit.ts';

const VERSION = '1.0.102';

const IN_BOTH: readonly string[] = [
  'text',
  'thinking',
  'text-whole',
  'unicode',
  'huge-line',
  'tool-shell',
  'tool-shell-fail',
  'tools-parallel',
  'tool-unknown',
  'invalid-tool-input',
  'file-create',
  'file-edit',
  'file-read',
  'file-delete',
  'mcp-tool',
  'mcp-tool-error',
  'mcp-server-fail',
  'subagent',
  'subagent-parallel',
  'subagent-fail',
  'subagent-unknown',
  'skill',
  'approval-headless',
  'resume',
  'resume-missing',
  'model-not-found',
  'output-limit',
  'hooks',
  'auth-error',
  'auth-missing',
  'rate-limit',
  'rate-limit-exhausted',
  'overloaded',
  'context-exceeded',
  'stream-cut',
  'stall',
  'interrupt',
  'interrupt-tool',
  'abort',
  'kill',
  'pause-resume',
  'timeout',
];

// `image-input`: a single prompt takes images from files only, and what is given to a run is its bytes.
// `approval-parallel` is left out: it asks about the calls of one answer in any order, so that the second is another one each time.
// `plan-mode` is left out: it is a flag of the command line, for which a run has no option.
// `turn-limit`: by SIGINT the request of the one too many is sometimes sent and sometimes not; a fixture shows it once.
const ONLY_SDK: readonly string[] = [
  'rewind',
  'rewind-fork',
  'host-tool',
  'turn-limit',
  'cost',
  'usage-several-requests',
  'tool-background',
  'subagent-background',
  'approval-subagent',
  'image-input',
  'approval-granted',
  'approval-denied',
  'approval-always',
  'approval-interrupt',
  'approval-edit',
  'approval-fetch',
  'approval-mcp',
  'approval-timeout',
  'input-required',
  'multi-turn',
  'queued',
  'steer',
  'fork',
  'error-then-continue',
  'context-warning',
  'compaction',
  'interrupt-continue',
];

const IN_ACP: readonly string[] = [
  'text',
  'thinking',
  'unicode',
  'tool-shell',
  'tool-shell-fail',
  'usage-several-requests',
  'tools-parallel',
  'file-create',
  'file-edit',
  'file-read',
  'mcp-tool',
  'mcp-tool-error',
  'approval-granted',
  'approval-denied',
  'approval-edit',
  'approval-fetch',
  'approval-mcp',
  'approval-headless',
  'approval-timeout',
  'multi-turn',
  'queued',
  'resume',
  'resume-missing',
  'skill',
  'image-input',
  'auth-error',
  'context-exceeded',
  'rate-limit-exhausted',
  'stream-cut',
  'error-then-continue',
  'interrupt',
  'interrupt-continue',
  'interrupt-tool',
  'abort',
  'kill',
  'pause-resume',
  'timeout',
];

/**
 * `abort-tool`: elsewhere SIGTERM may end the command before the CLI, which then perhaps asks the model once more.
 * `bad-flag`: the CLI refuses its own command line.
 */
const ONLY_JSONL: readonly string[] = ['abort-tool', 'bad-flag', 'turn-limit'];

/** A step that the conversation passes over. */
const UNUSED = { text: 'Nobody asks for this.' } as const;

const SHORT_PROMPT = { systemPrompt: 'You are being tested.', systemPromptMode: 'replace' } as const;

export const copilotStage: AgentStage = {
  adapter: copilot,
  version: VERSION,
  binary: (version) => agentBinary('copilot', version),
  prepare: prepareCopilot,
  words: { compact: '/compact' },
  scenarios: {
    sdk: [...IN_BOTH, ...ONLY_SDK],
    jsonl: [...IN_BOTH, ...ONLY_JSONL],
    acp: IN_ACP,
  },
  differences: [
    {
      in: [...IN_BOTH, ...ONLY_SDK],
      modes: ['sdk'],
      why: 'in SDK mode the CLI sends its own system prompt to the client, 50 KB twice in each turn, and it is not ours to keep',
      change: ({ options, furtherRuns }) => ({
        options: { ...options, ...SHORT_PROMPT },
        ...(furtherRuns === undefined
          ? {}
          : { furtherRuns: furtherRuns.map((run) => ({ ...run, options: { ...run.options, ...SHORT_PROMPT } })) }),
      }),
    },
    {
      in: ['approval-edit'],
      modes: ['sdk'],
      why: 'in SDK mode it asks before it reads, too',
      change: ({ host = [] }) => ({ host: [...host, ...host] }),
    },
    {
      in: ['text'],
      modes: ['jsonl'],
      why: 'JSONL has no usage',
      change: ({ proves }) => ({ proves: proves.filter((type) => type !== 'token_usage') }),
    },
    {
      in: ['huge-line'],
      why: 'all of the output is on the wire, in pieces: a fixture of that size says nothing that this one does not',
      change: () => ({
        model: {
          turns: [
            {
              steps: [
                { tools: [{ kind: 'shell', command: String.raw`head -c 150000 /dev/zero | tr '\0' x` }] },
                { text: 'That was long.' },
              ],
            },
          ],
        },
      }),
    },
    {
      in: ['approval-denied', 'approval-fetch', 'approval-headless', 'approval-timeout'],
      modes: ['acp'],
      why: 'over ACP a call that is denied ends the turn',
      change: () => ({ expectedRequests: 1 }),
    },
    {
      in: ['rate-limit-exhausted', 'skill', 'image-input'],
      modes: ['acp'],
      why: 'over ACP waits are told as text, skills are not listed, and an image is taken without a word',
      change: ({ proves }) => ({
        proves: proves.filter((type) => type === 'rate_limit_error' || type === 'skill_invoked'),
      }),
    },
    {
      in: ['rate-limit-exhausted'],
      why: 'how often it tries again cannot be set',
      change: () => ({ expectedRequests: 6 }),
    },
    {
      in: ['unicode'],
      why: 'half of a surrogate pair is no JSON to the CLI: it asks again, five times, and gives up',
      change: () => ({
        model: {
          turns: [
            {
              steps: [
                {
                  text: 'emoji 🙂👩‍👩‍👧 CJK 漢字かな RTL שלום مرحبا combining é line ends \u2028\u2029 zero\u200bwidth done',
                  chunk: 1,
                  tools: [{ kind: 'shell', command: String.raw`printf 'ok \303\244 broken \377\376 end\n'` }],
                },
                { text: 'Both were shown. ✓' },
              ],
            },
          ],
        },
      }),
    },
    {
      in: ['file-create'],
      why: 'its tool makes no folders',
      change: () => ({ files: { 'notes/old.txt': 'old\n' } }),
    },
    {
      in: ['tool-background', 'subagent-background'],
      why: 'when work in the background ends, the CLI puts a call of its own into the conversation, as if the model had made it',
      change: ({ model }) => ({
        model: {
          ...model,
          turns: model.turns.map((turn) => ({
            ...turn,
            steps: [...turn.steps.slice(0, 2), UNUSED, ...turn.steps.slice(2)],
          })),
        },
      }),
    },
    {
      in: ['steer'],
      why: 'a prompt that joins the turn sends a running command into the background, and its end is one more request',
      change: ({ model: { turns } }) => ({
        model: {
          turns: turns.map((turn, index) =>
            index === 0 ? turn : { ...turn, steps: [...turn.steps, UNUSED, { text: 'And now it has.' }] },
          ),
        },
        proves: ['turn_start', 'turn_end'],
      }),
    },
    COUNTED_BY_US,
    {
      in: ['context-warning'],
      why: 'it begins to compact at the same mark, in the background; here that takes too long to matter',
      change: ({ model }) => ({
        model: { ...model, compaction: { text: '<overview>They filled it.</overview>', waitMs: 5_000 } },
        expectedRequests: 3,
      }),
    },
    {
      in: ['output-limit'],
      why: 'it goes on with an answer that was cut off',
      change: () => ({ expectedRequests: 2 }),
    },
    {
      in: ['bad-flag'],
      why: 'an id that it cannot read is to it the name of a session that it does not find',
      change: () => ({ exitReason: 'failed' }),
    },
    {
      in: ['stall'],
      why: 'on a busy machine it takes its time to start, and that is silence too',
      change: ({ options }) => ({ options: { ...options, inactivityTimeout: 15_000 } }),
    },
    {
      in: ['timeout'],
      why: 'on a busy machine it takes its time to start',
      change: ({ options }) => ({ options: { ...options, timeout: 20_000 } }),
    },
  ],
  newTexts: [
    ['shell', /(?<=shellId: )\d+/],
    ['elapsed', /(?<=elapsed: )\d+(?=s)/],
    ['saved', /\d{13}-copilot-tool-output-\d+/],
    ['wait', /(?<=total retry wait time: )[\d.]+(?= seconds)/],
  ],
  races: [
    ONE_TOO_MANY,
    {
      why: 'the CLI begins the calls of an answer, and asks about them, while the end of that answer is still on its way',
      settle: billLast,
    },
    {
      in: ['huge-line'],
      why: 'how a long line is cut into pieces is left to the pipe',
      settle: joinOutput,
    },
    {
      in: ['tools-parallel'],
      why: 'calls of one answer are begun and ended side by side',
      settle: callsApart,
    },
    {
      in: ['subagent-parallel'],
      why: 'two subagents are sent and speak at the same time, whichever is first',
      settle: (events) => billedApart(spawnsInOrder(events)),
    },
    {
      in: ['approval-subagent'],
      why: 'a question of a subagent may come before the call that it is about, whose name and input it does not know then',
      settle: (events) =>
        events.map((event) => {
          const { toolName: _, input: _input, ...others } = event;
          return event['type'] === 'approval_request' ? others : event;
        }),
    },
    {
      in: ['interrupt', 'interrupt-tool', 'abort', 'abort-tool', 'kill', 'timeout', 'stall', 'turn-limit'],
      why: 'after a signal it may or may not find the time for last words',
      settle: (events) =>
        events.filter(
          ({ message, line }) => !/^cancellation: /.test(String(message)) && !/after disposal/.test(String(line)),
        ),
    },
    {
      in: ['abort-tool'],
      why: 'its last word is that the turn has ended: without that, a call is closed because the run has, and no model is told',
      settle: (events) =>
        closedAlike(events).map((event) => (event['type'] === 'turn_end' ? { ...event, model: undefined } : event)),
    },
    {
      why: 'on a busy machine it says how long it took to unpack itself',
      settle: (events) =>
        events.filter(
          ({ source, line }) => source !== 'stderr' || !/^Package extraction took \d+ms$/.test(String(line)),
        ),
    },
  ],
};
