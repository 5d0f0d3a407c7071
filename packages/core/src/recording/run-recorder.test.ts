/** What a run gives its MCP servers is in no line of its recording. */
import { expect, it } from 'vitest';
import type { McpServerConfig } from '../adapter/index.ts';
import { createRunRedactor } from './run-recorder.ts';

it('hides all that MCP servers are given, as the client tells it to an agent', () => {
  const mcpServers: readonly McpServerConfig[] = [
    {
      name: 'files',
      transport: 'stdio',
      command: 'node',
      args: ['srv.js', '--api-key', 'opaque-arg-7x', '--db-pw=hunter22x', '--verbose'],
      env: { LIST: 'opaque-one-77,opaque-two-88', TG: 'opaque-bot-99', NODE_ENV: 'production', PORT: '41234' },
    },
    {
      name: 'web',
      transport: 'streamable-http',
      url: 'https://mcp.example/s/opaque-path-token-12345/mcp',
      headers: { 'X-Tenant': 'opaque-header-9', Accept: 'application/json' },
    },
  ];
  const redactor = createRunRedactor(
    {
      runId: '01JAAAAAAAAAAAAAAAAAAAAAAA' as never,
      binary: '/usr/bin/agent',
      options: { cwd: '/w', mcpServers },
    },
    { env: {} },
  );
  const told = mcpServers.map(({ env = {}, headers = {}, ...server }) => ({
    ...server,
    env: Object.entries(env).map(([name, value]) => ({ name, value })),
    headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
  }));
  const shown = redactor.line(JSON.stringify({ method: 'session/new', params: { mcpServers: told } }));
  expect(JSON.parse(shown).params.mcpServers).toEqual([
    {
      ...{ name: 'files', transport: 'stdio', command: 'node' },
      args: ['srv.js', '--api-key', '<key>', '--db-pw=<key>', '--verbose'],
      env: [
        { name: 'LIST', value: '<key>' },
        { name: 'TG', value: '<key>' },
        { name: 'NODE_ENV', value: 'production' },
        { name: 'PORT', value: '41234' },
      ],
      headers: [],
    },
    {
      ...{ name: 'web', transport: 'streamable-http', url: 'https://mcp.example/s/<key>/mcp', env: [] },
      headers: [
        { name: 'X-Tenant', value: '<key>' },
        { name: 'Accept', value: 'application/json' },
      ],
    },
  ]);
  expect(redactor.line('now opaque-two-88')).toBe('now <key>');
});
