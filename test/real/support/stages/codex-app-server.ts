/** What Codex's app-server is played through, and where it needs another script. */
import { existsSync } from 'node:fs';
import type { ToolCall } from '@agent-mux/testkit';
import type { Race } from '../settle-events.ts';
import type { Difference } from '../stage.ts';
import { lanesApart, toTheEnd } from './orders.ts';
import { COUNTED_BY_US, ONE_TOO_MANY } from './turn-limit.ts';

export const APP_SERVER: readonly string[] = [
  'text',
  'thinking',
  'text-whole',
  'long-text',
  'unicode',
  'huge-line',
  'tool-shell',
  'tool-shell-fail',
  'tool-background',
  'tools-parallel',
  'usage-several-requests',
  'file-create',
  'file-edit',
  'file-read',
  'file-delete',
  'file-read-image',
  'mcp-tool',
  'mcp-tool-error',
  'mcp-server-fail',
  'host-tool',
  'web-search',
  'subagent',
  'subagent-background',
  'subagent-parallel',
  'subagent-fail',
  'approval-subagent',
  'skill',
  'hooks',
  'plugin-error',
  'agentdoc',
  'image-input',
  'approval-granted',
  'approval-denied',
  'approval-always',
  'approval-parallel',
  'approval-headless',
  'approval-interrupt',
  'approval-edit',
  'approval-mcp',
  'approval-delete',
  'approval-move',
  'approval-timeout',
  'permissions-granted',
  'permissions-narrowed',
  'permissions-denied',
  // Only under an administrator's requirements does Codex ask about a host (0.169.0); otherwise its proxy refuses unasked.
  // Recorded in a mount namespace, with `[experimental_network] enabled = true` in this file.
  ...(existsSync('/etc/codex/requirements.toml') ? ['approval-network', 'approval-fetch'] : []),
  'input-required',
  'input-required-declined',
  'elicitation',
  'plan-mode',
  'multi-turn',
  'queued',
  'steer',
  'checkpoint',
  'resume',
  'resume-missing',
  'fork',
  'rewind',
  'rewind-fork',
  'auth-error',
  'auth-missing',
  'rate-limit',
  'rate-limit-exhausted',
  'quota',
  'overloaded',
  'overloaded-exhausted',
  'context-exceeded',
  'context-warning',
  'compaction',
  'compaction-auto',
  'compaction-resumed',
  'model-not-found',
  'refusal',
  'output-limit',
  'turn-limit',
  'error-then-continue',
  'stream-cut',
  'stream-cut-exhausted',
  'stall',
  'interrupt',
  'interrupt-continue',
  'interrupt-tool',
  'abort',
  'abort-tool',
  'kill',
  'pause-resume',
  'timeout',
];

const IN_APP_SERVER = ['app-server'];

/** A patch is no JSON, so it is given as text. */
const MOVE: ToolCall = {
  kind: 'malformed',
  of: 'edit',
  inputText: '*** Begin Patch\n*** Update File: a.txt\n*** Move to: b.txt\n@@\n one\n-two\n+TWO\n*** End Patch\n',
};

export const APP_SERVER_DIFFERENCES: readonly Difference[] = [
  {
    in: ['approval-fetch'],
    modes: IN_APP_SERVER,
    why: 'a command fetches the page, and is asked about before the host is',
    change: ({ host = [] }) => ({ host: [{ at: { event: 'approval_request' }, do: 'approve' }, ...host] }),
  },
  {
    in: ['tool-background'],
    modes: IN_APP_SERVER,
    why: 'the end of a command in the background wakes nobody',
    change: () => ({ expectedRequests: 2, proves: ['shell_start', 'shell_exit'] }),
  },
  {
    in: ['subagent-background'],
    modes: IN_APP_SERVER,
    why: 'as above: the report waits for the next prompt',
    change: () => ({ expectedRequests: 3 }),
  },
  {
    in: ['file-read-image'],
    modes: IN_APP_SERVER,
    why: 'the item of a picture that was looked at names its file only',
    change: () => ({ proves: ['file_read'] }),
  },
  {
    in: ['agentdoc'],
    modes: IN_APP_SERVER,
    why: 'files are read by commands, and commands are asked about',
    change: () => ({ options: { approvalMode: 'yolo' } }),
  },
  {
    in: ['approval-always'],
    modes: IN_APP_SERVER,
    why: 'leave for a patch is leave for its files; leave for a command is for the same words',
    change: () => ({
      model: {
        turns: [
          {
            steps: [
              { tools: [{ kind: 'shell', command: 'echo one >> made.txt' }] },
              { tools: [{ kind: 'shell', command: 'echo one >> made.txt' }] },
              { text: 'Both are written.' },
            ],
          },
        ],
      },
    }),
  },
  {
    in: ['approval-edit'],
    modes: IN_APP_SERVER,
    why: 'a file is read by a command, which is asked about; a patch needs no reading before it',
    change: ({ model }) => ({
      model: { turns: model.turns.map((turn) => ({ ...turn, steps: turn.steps.slice(1) })) },
      expectedRequests: 2,
    }),
  },
  {
    in: ['approval-move'],
    modes: IN_APP_SERVER,
    why: 'its patches move files',
    change: () => ({
      model: { turns: [{ steps: [{ tools: [MOVE] }, { text: 'Moved.' }] }] },
      proves: ['approval_request', 'approval_granted', 'file_patch'],
    }),
  },
  {
    in: ['plan-mode'],
    modes: IN_APP_SERVER,
    why: 'a prompt asks for the plan mode; in it the agent asks, and what it plans is its answer',
    change: () => ({
      prompt: '/plan Plan it.',
      model: {
        turns: [
          {
            steps: [
              {
                tools: [
                  {
                    kind: 'question',
                    questions: [{ question: 'How?', options: [{ label: 'Fast' }, { label: 'Well' }] }],
                  },
                ],
              },
              { text: '<proposed_plan>\n1. Look.\n2. Make the file.\n</proposed_plan>' },
            ],
          },
        ],
      },
      host: [{ at: { event: 'input_required' }, do: 'answer', answers: { 'How?': 'Well' } }],
      expectedRequests: 2,
      proves: ['input_required', 'tool_result', 'message_stop'],
    }),
  },
  {
    in: ['plugin-error'],
    modes: IN_APP_SERVER,
    why: 'a hook fails: its command ends with an exit code that means nothing',
    change: () => ({
      options: { approvalMode: 'yolo' },
      setup: { hookDenies: "'; exit 7; echo '" },
      model: { turns: [{ steps: [{ tools: [{ kind: 'shell', command: 'echo hooked' }] }, { text: 'Hi.' }] }] },
      expectedRequests: 2,
      proves: ['plugin_invoked', 'plugin_error', 'tool_result'],
    }),
  },
  {
    in: ['auth-error'],
    modes: IN_APP_SERVER,
    why: 'Codex tries a refused key again as if the network had failed',
    change: () => ({ expectedRequests: 3, proves: ['retry', 'auth_error', 'session_end'] }),
  },
  {
    in: ['overloaded'],
    modes: IN_APP_SERVER,
    why: 'what a server error makes Codex try again, it tries without a word',
    change: () => ({ proves: [] }),
  },
  {
    in: ['overloaded-exhausted'],
    modes: IN_APP_SERVER,
    why: 'as above',
    change: () => ({ proves: ['error'] }),
  },
  {
    in: ['quota'],
    modes: IN_APP_SERVER,
    why: 'it is told as a failure, not as a limit',
    change: () => ({ proves: ['rate_limit_error'] }),
  },
  {
    in: ['compaction-auto', 'compaction-resumed'],
    modes: IN_APP_SERVER,
    why: 'Codex compacts when the limit is reached, and not before',
    change: ({ setup }) => ({ setup: { ...setup, compactAtTokens: 95_000 } }),
  },
  { ...COUNTED_BY_US, modes: IN_APP_SERVER },
];

const OF_SUBAGENTS: ReadonlySet<unknown> = new Set(['subagent_result', 'subagent_error']);

export const APP_SERVER_RACES: readonly Race[] = [
  ONE_TOO_MANY,
  {
    why: 'servers of MCP start beside the first turn',
    settle: (events) => toTheEnd(events, ({ message }) => String(message).startsWith('MCP server "')),
  },
  {
    in: ['resume-missing'],
    why: 'the process may be gone before it has told its skills',
    settle: (events) => events.filter(({ message }) => !String(message).startsWith('Before there was a session: ')),
  },
  {
    in: ['subagent', 'subagent-background', 'subagent-parallel', 'subagent-fail', 'approval-subagent'],
    why: 'agents of Codex work at the same time, each in an order of its own',
    settle: (events) => toTheEnd(lanesApart(events), ({ type }) => OF_SUBAGENTS.has(type)),
  },
  {
    in: ['subagent-parallel'],
    why: 'each sum of the cost has what the agents have used until then, whoever was first; the largest is always the same',
    settle: (events) => {
      const sums = events.filter(({ type }) => type === 'cost').map((event) => JSON.stringify(event['cost']));
      const largest = sums.sort((one, other) => one.localeCompare(other, 'en', { numeric: true })).at(-1) ?? 'null';
      return events.map((event) => (event['type'] === 'cost' ? { ...event, cost: JSON.parse(largest) } : event));
    },
  },
];
