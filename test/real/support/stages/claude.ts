/** Claude Code on the stage. */
import { claude } from '@agent-mux/adapters';
import { type NormalEvent, prepareClaude } from '@agent-mux/testkit';
import { agentBinary } from '../agents.ts';
import { usageLast } from '../settle-events.ts';
import type { AgentStage } from '../stage.ts';

export const CLAUDE_VERSIONS = ['2.1.329', '2.1.197'] as const;
export type ClaudeVersion = (typeof CLAUDE_VERSIONS)[number];

const IN_BOTH: readonly string[] = [
  'text',
  'thinking',
  'text-whole',
  'long-text',
  'unicode',
  'huge-line',
  'cost',
  'usage-several-requests',
  'tool-shell',
  'tool-shell-fail',
  'tool-background',
  'tools-parallel',
  'tool-unknown',
  'invalid-tool-input',
  'file-create',
  'file-write-existing',
  'file-edit',
  'file-read',
  'file-delete',
  'file-read-image',
  'mcp-tool',
  'mcp-tool-error',
  'mcp-server-fail',
  'subagent',
  'subagent-background',
  'subagent-parallel',
  'subagent-fail',
  'subagent-unknown',
  'skill',
  'plugin',
  'plugin-error',
  'hooks',
  'approval-headless',
  'resume',
  'resume-missing',
  'fork',
  'auth-error',
  'rate-limit',
  'rate-limit-exhausted',
  'quota',
  'overloaded',
  'overloaded-exhausted',
  'context-exceeded',
  'model-not-found',
  'compaction-resumed',
  'refusal',
  'output-limit',
  'context-window-stop',
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
];

/** They need somebody to talk to: follow-ups, questions, hooks of the host, a control protocol. */
const ONLY_BIDI: readonly string[] = [
  'rewind',
  'rewind-fork',
  'agentdoc',
  'approval-subagent',
  'image-input',
  'approval-granted',
  'approval-denied',
  'approval-always',
  'approval-modified-input',
  'approval-parallel',
  'approval-interrupt',
  'approval-edit',
  'approval-fetch',
  'approval-mcp',
  'approval-timeout',
  'input-required',
  'input-required-declined',
  'elicitation',
  'plan-mode',
  'multi-turn',
  'queued',
  'steer',
  'checkpoint',
  'error-then-continue',
  'context-warning',
  'compaction',
  'compaction-auto',
  'interrupt-continue',
  'host-tool',
];

/** They end before a conversation begins. */
const ONLY_ONESHOT: readonly string[] = ['auth-missing', 'bad-flag'];

/** The most telling ones, for the older version: the two differ in each of them, or much hangs on it. */
export const OLDER_CLAUDE_SCENARIOS: readonly string[] = [
  'text',
  'thinking',
  'tool-shell-fail',
  'tools-parallel',
  'file-edit',
  'mcp-tool',
  'mcp-tool-error',
  'subagent',
  'subagent-background',
  'approval-granted',
  'input-required',
  'auth-error',
  'refusal',
  'stream-cut',
  'interrupt-continue',
  'interrupt-tool',
  'compaction',
];

/** The exit code is told where Claude Code had the time for it. */
function settleKilled(event: NormalEvent): NormalEvent {
  const { exitCode: _, exitCodeKnown: _known, ...others } = event;
  return event['type'] === 'shell_exit' ? { ...others, exitCode: -1 } : event;
}

export const claudeStage: AgentStage = {
  adapter: claude,
  version: CLAUDE_VERSIONS[0],
  binary: (version) => agentBinary('claude', version),
  prepare: prepareClaude,
  words: { compact: '/compact' },
  scenarios: {
    bidi: [...IN_BOTH, ...ONLY_BIDI],
    oneshot: [...IN_BOTH, ...ONLY_ONESHOT],
    // It needs a mode that does not stream.
    'oneshot-whole': ['text-buffered', 'usage-several-requests'],
  },
  newTexts: [
    // Ids of background commands (b…) and of agents (a…), and the names of files that are kept for them.
    ['task', /\b(?:a[0-9a-f]{16}|b[a-z0-9]{8})\b(?=:|\.|\s|$)/],
    // Where a picture of an MCP tool is kept: time and chance.
    ['blob', /blob-\d{13}-[a-z0-9]+/],
  ],
  races: [
    {
      why: 'only root is told that permissions are not bypassed; the fixtures are those of root',
      settle: (events) => events.filter(({ message }) => !String(message).startsWith('approvalMode: as root')),
    },
    {
      why: 'Claude Code begins the tools of an answer, and asks about them, while the end of that answer is still on its way',
      settle: usageLast,
    },
    {
      in: ['agentdoc'],
      why: 'Claude Code may read the instructions at its start before it has taken our hooks (seen in half of the runs)',
      rare: ['agentdoc_read'],
      settle: (events) =>
        events.filter(({ type, message }) => type !== 'agentdoc_read' && !String(message).startsWith('Loaded during')),
    },
    {
      in: ['abort-tool'],
      why: 'between SIGTERM and its end Claude Code may still tell that the command was killed, and begin a step',
      settle: (events) =>
        events
          .filter(({ type, stepIndex }) => !((type === 'step_start' || type === 'step_end') && stepIndex === 1))
          .map(settleKilled)
          .map((event) => (event['type'] === 'tool_error' ? { ...event, error: '(killed)' } : event)),
    },
  ],
};
