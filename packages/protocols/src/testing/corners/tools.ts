/** What tools do, and the rules that decide about them. */
import type { ToolKind } from '@agent-mux/events';
import { answers, asked, closes, FIRST, LEFT, type Line, opens, SESSION, turn, whole } from '../write-journal.ts';

const called = (toolCallId: string, toolName: string, toolKind: ToolKind): Line[] => [
  { type: 'tool_call_start', toolCallId, toolName, toolKind, inputAccumulated: '' },
  { type: 'tool_input_delta', toolCallId, delta: '{}' },
  { type: 'tool_call_ready', toolCallId, toolName, toolKind, input: {} },
];

const returned = (toolCallId: string, toolName: string, toolKind: ToolKind): Line => ({
  type: 'tool_result',
  toolCallId,
  toolName,
  toolKind,
  output: 'done',
  durationMs: 5,
});

const failed = (toolCallId: string, toolName: string, toolKind: ToolKind): Line => ({
  type: 'tool_error',
  toolCallId,
  toolName,
  toolKind,
  error: 'refused',
});

const MCP = { toolCallId: 'm1', server: 'files', toolName: 'read', toolKind: 'mcp' } as const;

const asks = (interactionId: string, more: Partial<Extract<Line, { type: 'approval_request' }>>): Line => ({
  type: 'approval_request',
  interactionId,
  action: 'Run',
  detail: 'it',
  riskLevel: 'medium',
  ...more,
});

/** A question that comes before its call says itself what the tool does. */
const early: readonly Line[] = [
  asks('i0', { toolCallId: 'm0', toolKind: 'mcp', mcp: { server: 'mail', tool: 'send' } }),
  asked('i0', { input: { to: 'ada' } }),
  answers('i0', { type: 'deny', reason: 'no mail' }, { kind: 'program', rule: 'no mail' }),
  { type: 'approval_denied', interactionId: 'i0', toolCallId: 'm0', reason: 'no mail' },
];

export const TOOLS: Readonly<Record<string, readonly Line[]>> = {
  'tools of several kinds': whole(
    ...turn(
      0,
      ...called('c1', 'Bash', 'execute'),
      ...called('c2', 'Read', 'read'),
      { type: 'mcp_tool_call_start', ...MCP, input: { path: 'a' } },
      returned('c2', 'Read', 'read'),
      failed('c1', 'Bash', 'execute'),
      { type: 'mcp_tool_result', ...MCP, output: ['x'] },
    ),
  ),
  'approvals that rules of the program decide': whole(
    ...turn(
      0,
      ...early,
      ...called('c1', 'Bash', 'execute'),
      // The call shows what the tool does.
      asks('i1', { toolCallId: 'c1' }),
      asked('i1', { input: {} }),
      answers('i1', { type: 'approve' }, { kind: 'program', rule: 'only tests' }),
      { type: 'approval_granted', interactionId: 'i1', toolCallId: 'c1' },
      returned('c1', 'Bash', 'execute'),
      { type: 'mcp_tool_call_start', ...MCP, input: { path: 'a' } },
      asks('i2', { toolCallId: 'm1', toolKind: 'mcp', mcp: { server: 'files', tool: 'read' } }),
      asked('i2', { input: { path: 'a' } }),
      answers('i2', { type: 'approve' }, { kind: 'user', id: 'ada' }),
      { type: 'approval_granted', interactionId: 'i2', toolCallId: 'm1' },
      { type: 'mcp_tool_error', ...MCP, error: 'gone' },
    ),
  ),
  'questions that rules of the runtime decide': [
    opens(),
    FIRST,
    SESSION,
    ...turn(
      0,
      ...called('c1', 'Write', 'edit'),
      asks('i1', { toolCallId: 'c1', toolKind: 'edit' }),
      asked('i1', { input: {} }),
      answers('i1', { type: 'deny', reason: 'nobody has answered' }, { kind: 'policy', rule: 'timeout' }),
      { type: 'approval_denied', interactionId: 'i1', toolCallId: 'c1', reason: 'nobody has answered' },
      failed('c1', 'Write', 'edit'),
      { type: 'input_required', interactionId: 'q1', question: 'Which?', source: 'agent' },
      asked('q1'),
      answers('q1', { type: 'deny', reason: 'nobody listens' }, { kind: 'policy', rule: 'nobody-listens' }),
      { type: 'input_required', interactionId: 'q2', question: 'Which?', source: 'agent' },
      asked('q2'),
      answers('q2', { type: 'text', text: 'blue' }, { kind: 'program', rule: 'always blue' }),
    ),
    LEFT,
    closes(),
  ],
};
