/** No secret that gets to a CLI is written down, whoever gives it and by which way: each agent × each mode × each way × each place. */
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtInAdapters } from '@agent-mux/adapters';
import { type Adapter, createClient, type Mode, type RunOptions } from '@agent-mux/core';
import { openStore } from '@agent-mux/store';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

/** They look like nothing: their names alone tell them. Only what the given one is behind a flag needs a digit. */
const SECRETS = {
  host: 'wordsofthehostalone',
  adapter: 'wordsoftheadapteralone',
  env: 'wordsoftherunalone',
  nativeEnv: 'wordsofthenativerun',
  hostOfAll: 'coveredwordsofthehost',
  adapterOfAll: 'coveredwordsoftheadapter',
  envOfAll: 'winningwordsoftherun',
  nativeEnvOfAll: 'coveredwordsofthenativerun',
  nativeConfig: 'wordsofthesettings',
  configEnv: 'wordsofasettingsvariable4711',
  configHeader: 'wordsofasettingsheader4711',
  configArgs: 'wordsofasettingsline4711',
  nativeArgs: 'wordsoftheline4711',
  serverEnv: 'wordsoftheserver4711',
  serverHeader: 'wordsoftheheader4711',
} as const;
type Way = keyof typeof SECRETS;
const WAYS = Object.keys(SECRETS) as readonly Way[];

const folder = mkdtempSync(join(tmpdir(), 'amux-written-'));
const binary = join(folder, 'cli.sh');
// Each of them alone, without the name by which any text is hidden.
writeFileSync(binary, `#!/bin/sh\nprintf '%s\\n' ${Object.values(SECRETS).join(' ')} | tee /dev/stderr\nexit 3\n`);
chmodSync(binary, 0o755);
const broken = join(folder, 'broken.sh');
writeFileSync(broken, '#!/no/such/shell\n');
chmodSync(broken, 0o755);
const store = await openStore(join(folder, 'runs.db'));

beforeEach(() => {
  vi.stubEnv('OF_THE_HOST_TOKEN', SECRETS.host);
  vi.stubEnv('OF_ALL_TOKEN', SECRETS.hostOfAll);
});
afterEach(() => {
  vi.unstubAllEnvs();
});
afterAll(async () => {
  await mux.close();
  await store.close();
  rmSync(folder, { recursive: true });
});

/** The same mode, whose adapter gives the CLI a secret of its own, and another one under a name that all sources have. */
const withOwn = (mode: Mode): Mode => ({
  ...mode,
  command(options, context) {
    const command = mode.command(options, context);
    const own = { OF_THE_ADAPTER_TOKEN: SECRETS.adapter, OF_ALL_TOKEN: SECRETS.adapterOfAll };
    return { ...command, env: { ...command.env, ...own } };
  },
});
const adapters: readonly Adapter[] = builtInAdapters.map((adapter) => ({
  ...adapter,
  modes: adapter.modes.map(withOwn),
}));
const mux = createClient({ adapters, store, debug: true });
const CASES = adapters.flatMap(({ agent, modes }) => modes.map((mode) => ({ agent, mode, name: mode.name })));

/** Settings that are many and give servers of their own what they need. */
const CONFIG = {
  tasks: Array.from({ length: 300 }, (_, n) => `npm run task-${n}`),
  own: { api_token: SECRETS.nativeConfig },
  servers: {
    near: { env: { TENANT: SECRETS.configEnv }, args: ['--own-token', SECRETS.configArgs] },
    far: { headers: { 'X-Own': SECRETS.configHeader } },
  },
};

function optionsOf({ nativeOptions = [], supportsMCP }: Mode['capabilities']): Partial<RunOptions> {
  return {
    env: { OF_THE_RUN_TOKEN: SECRETS.env, OF_ALL_TOKEN: SECRETS.envOfAll },
    native: {
      ...(nativeOptions.includes('env')
        ? { env: { OF_NATIVE_TOKEN: SECRETS.nativeEnv, OF_ALL_TOKEN: SECRETS.nativeEnvOfAll } }
        : {}),
      ...(nativeOptions.includes('config') ? { config: CONFIG } : {}),
      ...(nativeOptions.includes('args') ? { args: ['--own-token', SECRETS.nativeArgs] } : {}),
    },
    ...(supportsMCP
      ? {
          mcpServers: [
            { name: 'near', transport: 'stdio', command: '/bin/server', env: { OF_SERVER_TOKEN: SECRETS.serverEnv } },
            { name: 'far', transport: 'sse', url: 'https://far.example/', headers: { 'X-Own': SECRETS.serverHeader } },
          ],
        }
      : {}),
  };
}

const waysIn = (text: string, ways: readonly Way[]): readonly Way[] =>
  ways.filter((way) => text.includes(SECRETS[way]));

const filesIn = (dir: string): string =>
  readdirSync(dir)
    .map((name) => readFileSync(join(dir, name), 'utf8'))
    .join('\n');

async function runWith(options: Omit<RunOptions, 'prompt' | 'cwd'>) {
  const cwd = mkdtempSync(join(folder, 'run-'));
  const record = join(cwd, 'tape');
  const handle = mux.run({ prompt: 'go', approvalMode: 'yolo', cwd, record, collectEvents: true, ...options });
  const result = await handle;
  let stored = '';
  for await (const line of store.export({ runId: handle.runId })) {
    stored += `${line}\n`;
  }
  return { result: JSON.stringify(result), exitReason: result.exitReason, cassette: filesIn(record), stored };
}

describe.each(CASES)('$agent in mode $name', ({ agent, mode, name }) => {
  const options = { agent, mode: name, ...optionsOf(mode.capabilities) };
  const ofOptions = waysIn(JSON.stringify(options), WAYS);
  const given = WAYS.filter((way) => /^(?:host|adapter)/.test(way) || ofOptions.includes(way));

  it('says all that it is given, and none of it is written', async () => {
    const { result, cassette, stored } = await runWith({ ...options, binary });
    // Its host is told what it says.
    expect(waysIn(result, given)).toEqual(given);
    expect(cassette).toContain('<key>');
    expect({ cassette: waysIn(cassette, given), stored: waysIn(stored, given) }).toEqual({ cassette: [], stored: [] });
  });

  it('cannot be started, and neither its error nor what is written tells what it would have been given', async () => {
    const { exitReason, result, cassette, stored } = await runWith({ ...options, binary: broken });
    expect(exitReason).toBe('crashed');
    expect(waysIn(`${result}\n${cassette}\n${stored}`, WAYS)).toEqual([]);
  });
});
