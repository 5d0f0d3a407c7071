/** What `codex exec` is played through, and what it does in its own way. */
import type { HostAction, NormalEvent, Scenario } from '@agent-mux/testkit';
import type { Race } from '../settle-events.ts';
import type { Difference } from '../stage.ts';

export const EXEC: readonly string[] = [
  'text',
  'thinking',
  'text-buffered',
  'text-whole',
  'long-text',
  'unicode',
  'huge-line',
  'tool-shell',
  'tool-shell-fail',
  'tools-parallel',
  'usage-several-requests',
  'file-create',
  'file-edit',
  'file-read',
  'file-delete',
  'mcp-tool',
  'mcp-tool-error',
  'web-search',
  'subagent',
  'subagent-fail',
  'hooks',
  'approval-headless',
  'resume',
  'resume-missing',
  'fork',
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
  'bad-settings',
];

/** The model stands in the middle of its text; nothing of it is told yet. */
const IN_THE_MIDDLE = { gate: 'middle' } as const;

const inTheMiddle = ({ host = [] }: Scenario): Partial<Scenario> => ({
  host: host.map((action): HostAction => ({ ...action, at: IN_THE_MIDDLE })),
});

export const EXEC_DIFFERENCES: readonly Difference[] = [
  {
    in: ['text', 'thinking'],
    modes: ['exec'],
    why: 'it tells neither steps nor deltas',
    change: ({ proves }) => ({ proves: proves.filter((type) => !type.startsWith('step_')) }),
  },
  {
    in: ['interrupt', 'abort', 'kill'],
    modes: ['exec'],
    why: 'nothing is told of a message until it is complete',
    change: inTheMiddle,
  },
  {
    in: ['pause-resume'],
    modes: ['exec'],
    why: 'as above',
    change: () => ({
      host: [
        { at: { requests: 1 }, do: 'pause' },
        { at: { afterMs: 1_000 }, do: 'resume' },
      ],
    }),
  },
  {
    in: ['file-read', 'file-edit'],
    modes: ['exec'],
    why: 'a file is read by a command, and nothing says what a command reads',
    change: ({ proves }) => ({ proves: proves.filter((type) => type !== 'file_read') }),
  },
  {
    in: ['huge-line'],
    why: 'Codex keeps a megabyte of what a command prints, and a fixture must be smaller',
    change: () => ({
      model: {
        turns: [
          {
            steps: [
              { tools: [{ kind: 'shell', command: String.raw`head -c 300000 /dev/zero | tr '\0' x` }] },
              { text: 'That was long.' },
            ],
          },
        ],
      },
    }),
  },
  {
    in: ['hooks', 'approval-headless'],
    modes: ['exec'],
    why: 'a call that is refused before it begins shows in a line on stderr only',
    change: () => ({ proves: ['log'] }),
  },
  {
    in: ['quota', 'stream-cut-exhausted'],
    modes: ['exec'],
    why: 'nothing but the failure is told',
    change: ({ proves }) => ({ proves: proves.filter((type) => /error$/.test(type)) }),
  },
  {
    in: ['auth-error'],
    modes: ['exec'],
    why: 'Codex takes a refused key for a fault on the way, and tries again',
    change: () => ({ expectedRequests: 3 }),
  },
  {
    in: ['overloaded'],
    modes: ['exec'],
    why: 'what a server error makes Codex try again, it tries without a word',
    change: () => ({ proves: [] }),
  },
  {
    in: ['overloaded-exhausted'],
    modes: ['exec'],
    why: 'as above',
    change: () => ({ proves: ['error'] }),
  },
];

const isLog = ({ type }: NormalEvent): boolean => type === 'log';

export const EXEC_RACES: readonly Race[] = [
  {
    why: 'stdout and stderr are two pipes, and how often Codex says on its way out that a thread is gone is left to chance',
    settle: (events) => [
      ...events.filter((event) => !isLog(event)),
      ...events.filter(isLog).filter(({ line }) => !String(line).includes('failed to record rollout items')),
    ],
  },
];
