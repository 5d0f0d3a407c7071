/** What Gemini CLI is played through in its one-shot mode. */
import type { ModelScript } from '@agent-mux/testkit';
import type { Race } from '../settle-events.ts';
import type { Difference } from '../stage.ts';

export const STREAM_JSON: readonly string[] = [
  'text',
  'text-whole',
  'long-text',
  'unicode',
  'huge-line',
  'tool-shell',
  'tool-shell-fail',
  'tools-parallel',
  'usage-several-requests',
  'tool-unknown',
  'invalid-tool-input',
  'file-create',
  'file-write-existing',
  'file-edit',
  'file-read',
  'file-delete',
  'mcp-tool',
  'mcp-tool-error',
  'subagent',
  'subagent-unknown',
  'skill',
  'hooks',
  'approval-headless',
  'plan-mode',
  'resume',
  'resume-missing',
  'auth-error',
  'auth-missing',
  'rate-limit',
  'rate-limit-exhausted',
  'quota',
  'overloaded',
  'overloaded-exhausted',
  'context-exceeded',
  'model-not-found',
  'refusal',
  'output-limit',
  'turn-limit',
  'stream-cut',
  'stream-unfinished',
  'stall',
  'interrupt',
  'interrupt-tool',
  'abort',
  'abort-tool',
  'kill',
  'pause-resume',
  'timeout',
  'bad-flag',
];

export const STREAM_JSON_DIFFERENCES: readonly Difference[] = [
  {
    in: ['long-text'],
    why: 'a text stands three times in a fixture, and here each piece of it in a line of its own',
    change: ({ model }) => ({ model: { turns: [{ steps: [{ text: beginOf(model), chunk: 400 }] }] } }),
  },
  {
    in: ['huge-line'],
    modes: ['stream-json'],
    why: 'what a pipe does not hold is lost when Gemini CLI exits; a model takes longer than that to answer',
    change: () => ({
      model: {
        turns: [
          {
            steps: [
              { tools: [{ kind: 'shell', command: String.raw`head -c 150000 /dev/zero | tr '\0' x` }] },
              { waitMs: 300, text: 'That was long.' },
            ],
          },
        ],
      },
    }),
  },
  {
    in: ['approval-headless'],
    modes: ['stream-json'],
    why: 'Gemini CLI keeps a tool that is not allowed from its model, and asks nobody',
    change: ({ proves }) => ({ proves: proves.filter((type) => type !== 'approval_denied') }),
  },
  {
    in: ['text-whole', 'invalid-tool-input'],
    modes: ['stream-json'],
    why: 'neither thinking nor the input of calls is streamed',
    change: ({ proves }) => ({ proves: proves.filter((type) => !/^thinking_|^tool_input_/.test(type)) }),
  },
  {
    in: ['mcp-tool', 'mcp-tool-error'],
    modes: ['stream-json'],
    why: 'in this mode Gemini CLI knows the servers of its settings alone',
    change: () => ({ setup: { ownMcp: ['demo'] } }),
  },
  {
    in: ['skill'],
    modes: ['stream-json'],
    why: 'Gemini CLI says nothing of the skills that it finds at its start',
    change: ({ proves }) => ({ proves: proves.filter((type) => type !== 'skill_loaded') }),
  },
  {
    in: ['plan-mode'],
    modes: ['stream-json'],
    why: 'without anybody to ask Gemini CLI accepts its own plans',
    change: () => ({
      options: { approvalMode: 'yolo' },
      host: [],
      model: {
        turns: [
          {
            steps: [
              { tools: [{ kind: 'raw', name: 'enter_plan_mode', input: { reason: 'To look first.' } }] },
              { tools: [{ kind: 'write', path: 'a.txt', content: 'not yet' }] },
              { tools: [{ kind: 'plan', plan: 'plan.md' }] },
              { text: 'The plan was accepted.' },
            ],
          },
        ],
      },
      expectedRequests: 4,
      proves: ['tool_result', 'tool_error'],
    }),
  },
  {
    in: ['refusal'],
    modes: ['stream-json'],
    why: 'Gemini CLI asks four times, but not more often than its settings allow',
    change: () => ({ expectedRequests: 3 }),
  },
  {
    in: ['bad-flag', 'resume-missing'],
    modes: ['stream-json'],
    why: 'Gemini CLI has an exit code of its own for it',
    change: () => ({ exitReason: 'failed' }),
  },
  {
    in: ['rate-limit', 'rate-limit-exhausted', 'overloaded', 'overloaded-exhausted'],
    modes: ['stream-json'],
    why: 'what Gemini CLI says on stderr of its own retries does not tell how many there may be',
    change: ({ proves }) => ({ proves: proves.filter((type) => type !== 'retry') }),
  },
  {
    in: ['timeout', 'stall'],
    modes: ['stream-json'],
    why: 'on a busy machine Gemini CLI needs some seconds before its first word',
    change: ({ options = {} }) => ({
      options: {
        ...options,
        ...(options.timeout === undefined ? {} : { timeout: 20_000 }),
        ...(options.inactivityTimeout === undefined ? {} : { inactivityTimeout: 15_000 }),
      },
    }),
  },
  {
    in: ['quota'],
    modes: ['stream-json'],
    why: 'a quota that is used up is the end at once',
    change: () => ({ setup: {}, proves: ['rate_limit_error'] }),
  },
];

function beginOf({ turns }: ModelScript): string {
  return String(turns[0]?.steps[0]?.text).slice(0, 60_000);
}

/** Both modes have these. */
export const STDERR_RACES: readonly Race[] = [
  {
    why: 'what Gemini CLI says on stderr comes by a pipe of its own; notes about its start and what it dumps of an error differ each time',
    settle: (events) => [
      ...events.filter((event) => !isFromStderr(event)),
      ...events.filter((event) => isFromStderr(event) && !/^\[STARTUP\]|^\s|^\}/.test(String(event['line']))),
    ],
  },
];

function isFromStderr({ type, source }: Readonly<Record<string, unknown>>): boolean {
  return source === 'stderr' || type === 'rate_limited';
}
