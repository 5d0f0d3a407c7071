/** What the MCP client of Claude Code 2.1.329 asks of the program's own tools, and what it is told. */
import { describe, expect, it } from 'vitest';
import { CLIENT_INFO } from '../../shared/index.ts';
import { resolvedOptions } from '../../shared/testing/mode-parts.ts';
import { HostTools, isHostTool } from './host-tools.ts';

const open = (): HostTools =>
  new HostTools(
    resolvedOptions({
      tools: [{ name: 'add', description: 'Adds.', inputSchema: { type: 'object' }, run: () => 'done' }],
    }),
  );
const call = (params?: object) => ({ subtype: 'mcp_message', message: { id: 7, method: 'tools/call', params } });
const rpc = (outcome: object, id = 7) => ({ mcp_response: { jsonrpc: '2.0', id, ...outcome } });

it.each<[string, object, object]>([
  [
    'begins, by the version that it wants',
    { method: 'initialize', params: { protocolVersion: '2024-11-05' } },
    { result: { protocolVersion: '2024-11-05', capabilities: { tools: {} }, serverInfo: { ...CLIENT_INFO } } },
  ],
  [
    'begins, by the newest version where it names none',
    { method: 'initialize' },
    { result: { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { ...CLIENT_INFO } } },
  ],
  [
    'lists the tools, which the model need not look up',
    { method: 'tools/list' },
    {
      result: {
        tools: [
          {
            name: 'add',
            description: 'Adds.',
            inputSchema: { type: 'object' },
            _meta: { 'anthropic/alwaysLoad': true },
          },
        ],
      },
    },
  ],
  ['asks whether it is there', { method: 'ping' }, { result: {} }],
  ['says something', { method: 'notifications/initialized' }, { result: {} }],
  [
    'asks for what is not there',
    { method: 'prompts/list' },
    { error: { code: -32_601, message: 'This server does not know "prompts/list".' } },
  ],
  ['asks for nothing', {}, { error: { code: -32_601, message: 'This server does not know "?".' } }],
])('a client that %s has its answer', (_name, message, outcome) => {
  expect(open().asked('k', { message: { id: 7, ...message } })).toEqual({ drafts: [], response: rpc(outcome) });
});

it('a client that gives no id, or no message, has its answer by the id 0', () => {
  expect(open().asked('k', { message: { method: 'ping' } }).response).toEqual(rpc({ result: {} }, 0));
  expect(open().asked('k', {}).response).toMatchObject({ mcp_response: { id: 0, error: { code: -32_601 } } });
});

describe('a call', () => {
  it.each<[object | undefined, object]>([
    [
      { name: 'add', arguments: { a: 1 }, _meta: { 'claudecode/toolUseId': 't1' } },
      { toolCallId: 't1', toolName: 'add', input: { a: 1 } },
    ],
    [{ name: 'add' }, { toolCallId: 'k', toolName: 'add', input: {} }],
    [undefined, { toolCallId: 'k', toolName: '', input: {} }],
  ])('with %j is told with its input, and has no answer yet', (params, told) => {
    const tools = open();
    expect(tools.asked('k', call(params))).toEqual({ drafts: [{ type: 'host_tool_call', key: 'k', ...told }] });
    expect(tools.areOpen).toBe(true);
  });

  it('is answered once, by the id of the client', () => {
    const tools = open();
    tools.asked('k', call({ name: 'add' }));
    expect(tools.result('other', { type: 'output', text: 'no' })).toBeUndefined();
    const content = [{ type: 'text', text: '3' }];
    expect(tools.result('k', { type: 'output', text: '3' })).toEqual(rpc({ result: { content } }));
    expect(tools.result('k', { type: 'error', message: '3' })).toEqual(rpc({ result: { content, isError: true } }));
    expect(tools.settled('k')).toEqual([{ type: 'host_tool_settled', key: 'k' }]);
    expect(tools.settled('k')).toEqual([]);
    expect(tools.result('k', { type: 'output', text: '3' })).toBeUndefined();
    expect(tools.areOpen).toBe(false);
  });

  it('is over with its turn', () => {
    const tools = open();
    tools.asked('k', call({ name: 'add' }));
    expect(tools.turnEnded()).toEqual([{ type: 'host_tool_settled', key: 'k' }]);
    expect(tools.areOpen).toBe(false);
  });
});

it.each([
  ['mcp__agent-mux__add', true],
  ['mcp__agent-mux', false],
  ['mcp__other__add', false],
  ['x_mcp__agent-mux__add', false],
])('%s is one of the program: %s', (name, is) => {
  expect(isHostTool(name)).toBe(is);
});
