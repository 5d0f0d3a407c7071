import { expect, it } from 'vitest';
import type { McpServerConfig } from '../adapter/options.ts';
import { findRunSecrets } from './run-secrets.ts';

it('takes all that a run is given for itself, and of what it inherits what is called a secret', () => {
  const inherited = { OPENAI_API_KEY: 'of-the-host-1', LANG: 'en_GB.UTF-8', HOME: '/home/alice', GONE: undefined };
  const env = { THING: 'hunter2-abc', NODE_ENV: 'production', PORT: '41234', DATA: '/srv/data/x', DB_PIN: '778899' };
  const mcpServers: readonly McpServerConfig[] = [
    {
      name: 'files',
      transport: 'stdio',
      command: 'srv',
      args: ['https://me:mcp-pass@host/'],
      env: { TOKEN: 'mcp-token-1' },
    },
    {
      name: 'web',
      transport: 'sse',
      url: 'https://host/?api_key=mcp-key-1',
      headers: { Authorization: 'Bearer mcp-bearer-1' },
    },
  ];
  expect([...findRunSecrets({ env, mcpServers }, [inherited])].sort()).toEqual([
    '778899',
    'Bearer mcp-bearer-1',
    'hunter2-abc',
    'mcp-bearer-1',
    'mcp-key-1',
    'mcp-pass',
    'mcp-token-1',
    'of-the-host-1',
  ]);
  expect(findRunSecrets({}, [])).toEqual([]);
});

it('leaves the model where its setting says that it is one, and nothing that is called a secret', () => {
  const env = {
    GEMINI_MODEL: 'gemini-2.5-pro',
    ANTHROPIC_DEFAULT_SONNET_MODEL: 'claude-sonnet-4-5',
    AWS_REGION: 'eu-central-1',
    MODEL_PROVIDER: 'openrouter',
    MODEL: 'o3-mini',
    KEY_OF_THE_MODEL: 'hunter2-abc',
    REMODEL: 'hunter3-abc',
  };
  const mcpServers: readonly McpServerConfig[] = [
    { name: 'a', transport: 'stdio', command: 'srv', env: { EMBEDDING_MODEL: 'nomic-embed' } },
  ];
  expect(findRunSecrets({ env, mcpServers }, [])).toEqual(['hunter2-abc', 'hunter3-abc']);
});

it('takes every value that an MCP server is given, whatever it is called and looks like', () => {
  const mcpServers: readonly McpServerConfig[] = [
    { name: 'a', transport: 'stdio', command: 'srv', env: { TENANT: 'acme', THING: 'blue-green' } },
    { name: 'b', transport: 'sse', url: 'https://host/', headers: { 'X-Team': 'orange-seven', Accept: 'text/plain' } },
  ];
  expect(findRunSecrets({ mcpServers }, [])).toEqual(['acme', 'blue-green', 'orange-seven']);
});

it('takes what a run gives by the own names of its agent as what it gives by ours', () => {
  const native = {
    env: { THING: 'hunter2-abc', LANG: 'en_GB.UTF-8' },
    args: ['--own-token', 'hunter3-abc', '--verbose', 'often'],
    config: { own: { api_token: 'hunter4-abc', theme: 'dark' } },
  };
  expect(findRunSecrets({ native }, [])).toEqual(['hunter2-abc', 'hunter3-abc', 'hunter4-abc']);
});

it('takes the value of each source of a variable, also of those that a later one covers', () => {
  const options = { env: { THING: 'hunter2-abc' }, native: { env: { THING: 'hunter3-abc' } } };
  const environments = [{ DB_PASSWORD: 'hunter4-abc' }, { DB_PASSWORD: 'hunter5-abc' }, { DB_PASSWORD: undefined }];
  expect([...findRunSecrets(options, environments)].sort()).toEqual([
    'hunter2-abc',
    'hunter3-abc',
    'hunter4-abc',
    'hunter5-abc',
  ]);
});
