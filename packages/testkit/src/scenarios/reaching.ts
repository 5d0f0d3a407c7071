/** Scenarios in which the agent asks for what is outside of its machine and its folder: hosts, pages, and tools of servers. */
import type { Scenario, ToolCall } from '../scenario/index.ts';

const PROMPT = { approvalMode: 'prompt' } as const;
/** A command that reaches out to a name under which nobody can be reached, whoever lets it pass. */
const REACH_OUT: ToolCall = { kind: 'shell', command: 'curl -s -o answer.html http://host.invalid/' };
const PAGE: ToolCall = { kind: 'fetch', url: 'http://pages.invalid/guide?part=2' };
const ECHO: ToolCall = { kind: 'mcp', server: 'demo', tool: 'echo', input: { text: 'ping' } };

export const REACHING: readonly Scenario[] = [
  {
    name: 'approval-network',
    about: 'A command gets leave to run, and while it runs it needs leave for a host: first denied, then granted.',
    prompt: 'Fetch the page.',
    options: PROMPT,
    model: { turns: [{ steps: [{ tools: [REACH_OUT] }, { tools: [REACH_OUT] }, { text: 'Nobody is there.' }] }] },
    host: [
      { at: { event: 'approval_request' }, do: 'approve' },
      { at: { event: 'approval_request' }, do: 'deny', reason: 'no pages' },
      { at: { event: 'approval_request' }, do: 'approve' },
      { at: { event: 'approval_request' }, do: 'approve' },
    ],
    exitReason: 'completed',
    expectedRequests: 3,
    proves: ['approval_request', 'approval_granted', 'approval_denied', 'tool_error'],
  },
  {
    name: 'approval-fetch',
    about: 'The agent asks for a page of the web, by whatever means it has, and is told no.',
    prompt: 'Read the guide.',
    options: PROMPT,
    setup: { webTools: true },
    model: { turns: [{ steps: [{ tools: [PAGE] }, { text: 'Then not.' }] }] },
    host: [{ at: { event: 'approval_request' }, do: 'deny', reason: 'no pages' }],
    exitReason: 'completed',
    expectedRequests: 2,
    proves: ['approval_request', 'approval_denied', 'tool_error'],
  },
  {
    name: 'approval-mcp',
    about: 'The agent asks for a tool of an MCP server, and gets leave.',
    prompt: 'Use the demo server.',
    options: PROMPT,
    setup: { mcp: ['demo'] },
    model: { turns: [{ steps: [{ tools: [ECHO] }, { text: 'It echoed.' }] }] },
    host: [{ at: { event: 'approval_request' }, do: 'approve' }],
    exitReason: 'completed',
    expectedRequests: 2,
    proves: ['approval_request', 'approval_granted', 'mcp_tool_result'],
  },
];
