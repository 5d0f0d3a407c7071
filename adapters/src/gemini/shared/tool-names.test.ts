import { expect, it } from 'vitest';
import { mcpOfTool } from './tool-names.ts';

it.each<[name: string, servers: readonly string[], tool: ReturnType<typeof mcpOfTool>]>([
  ['mcp_lab_echo', [], { server: 'lab', tool: 'echo' }],
  ['mcp_lab_x', [], { server: 'lab', tool: 'x' }],
  ['mcp_l_echo', [], { server: 'l', tool: 'echo' }],
  ['mcp_my_lab_echo', [], { server: 'my', tool: 'lab_echo' }],
  ['mcp_my_lab_echo', ['my', 'my_lab'], { server: 'my_lab', tool: 'echo' }],
  ['mcp__echo', [], undefined],
  ['mcp_lab_', [], undefined],
  ['mcp_lab_', ['lab'], undefined],
  ['mcp_lab', [], undefined],
  ['glob_x', [], undefined],
])('finds a server and a tool in a name that has both: %s, beside %j', (name, servers, tool) => {
  expect(mcpOfTool(name, servers)).toEqual(tool);
});
