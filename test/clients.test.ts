/** A client and what it knows of its CLIs: its adapters, its defaults, its end. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, ValidationError } from '@agent-mux/core';
import { afterAll, describe, expect, it } from 'vitest';
import { answers, session, toyAdapter } from './support/toy-adapter.ts';

const scratch = mkdtempSync(join(tmpdir(), 'amux-clients-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const mux = createClient({ adapters: [toyAdapter({ steps: [session, answers('x')] })] });

describe('createClient()', () => {
  it.each([
    [{ timeout: -1 }],
    [{ approvalMode: 'never' }],
    [{ adapters: 'claude' }],
    [{ configDir: '/tmp' }],
    [{ retryPolicy: { jitterFactor: 2 } }],
  ])('refuses %j', (options) => {
    expect(() => createClient(options as never)).toThrow(ValidationError);
  });

  it.each([
    [2, 'is 2, and this agent-mux speaks 1: update agent-mux.'],
    [0, 'is 0, and this agent-mux speaks 1: update the adapter.'],
    ['1', 'is "1", and this agent-mux speaks 1: it must be that number.'],
  ])('refuses an adapter of the specification version %j', (specVersion, sentence) => {
    const adapter = { ...toyAdapter({ steps: [] }), specVersion };
    expect(() => createClient({ adapters: [adapter as never] })).toThrow(
      `the adapter "toy": \`specVersion\` ${sentence}`,
    );
  });

  it('ends its runs when it is closed, and takes no more', async () => {
    const client = createClient({ adapters: [toyAdapter({ steps: [session, { do: 'hang' }] })] });
    const handle = client.run({ agent: 'toy', prompt: 'go' });
    await client.close();
    expect((await handle).exitReason).toBe('aborted');
    expect(() => client.run({ agent: 'toy', prompt: 'go' })).toThrow(/closed/);
  });

  it('gives its defaults to its runs, which win over them', async () => {
    const client = createClient({
      adapters: [toyAdapter({ steps: [session, { do: 'hang' }] })],
      defaultAgent: 'toy',
      timeout: 200,
    });
    expect((await client.run({ prompt: 'go' })).exitReason).toBe('timeout');
    expect((await client.run({ prompt: 'go', timeout: 0, inactivityTimeout: 200 })).exitReason).toBe('inactivity');
  });
});

describe('the registry', () => {
  it('rejects, and does not throw, where a promise is expected', async () => {
    await expect(mux.adapters.detect('nobody')).rejects.toMatchObject({ code: 'AGENT_NOT_FOUND' });
  });

  it('asks a CLI for its version once, and not for each who wants to know', async () => {
    const folder = join(scratch, 'bin');
    mkdirSync(folder);
    writeFileSync(join(folder, 'toy-cli'), `#!/bin/sh\necho x >> ${folder}/starts\necho toy 1.2.3\n`, { mode: 0o755 });
    const client = createClient({
      adapters: [{ ...toyAdapter({ steps: [] }), cliCommand: 'toy-cli', testedVersions: ['1.2.3'] }],
    });
    const path = process.env['PATH'];
    process.env['PATH'] = `${folder}:${path}`;
    try {
      const all = await Promise.all([client.adapters.detect('toy'), client.adapters.installed()]);
      const found = {
        agent: 'toy',
        installed: true,
        cliPath: join(folder, 'toy-cli'),
        version: '1.2.3',
        isTested: true,
      };
      expect([...all, await client.adapters.detect('toy')]).toEqual([found, [found], found]);
    } finally {
      process.env['PATH'] = path;
    }
    expect(readFileSync(join(folder, 'starts'), 'utf8')).toBe('x\n');
  });

  it.each([
    // GitHub Copilot CLI 1.0.102 ends the sentence with a full stop.
    ['in a sentence', 'echo "A CLI 1.0.102."', '1.0.102'],
    // pi 0.73.1 keeps its stdout for what its programs read.
    ['on stderr', 'echo 0.73.1 >&2', '0.73.1'],
    ['with a suffix', 'echo "v1.2.3-rc.1+5 (build)"', '1.2.3-rc.1+5'],
    ['beside a warning', 'echo "needs 9.9.9" >&2; echo 1.2.3', '1.2.3'],
    ['not at all', 'echo unknown', null],
    ['and fails', 'echo 1.2.3; exit 1', null],
  ])('reads a version that a CLI says %s', async (_how, script, version) => {
    const folder = mkdtempSync(join(scratch, 'version-'));
    writeFileSync(join(folder, 'toy-cli'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    const client = createClient({ adapters: [{ ...toyAdapter({ steps: [] }), cliCommand: 'toy-cli' }] });
    const path = process.env['PATH'];
    process.env['PATH'] = `${folder}:${path}`;
    try {
      expect((await client.adapters.detect('toy')).version).toBe(version);
    } finally {
      process.env['PATH'] = path;
    }
  });

  it('knows what is registered, and only that', async () => {
    const client = createClient();
    expect(client.adapters.list()).toEqual([]);
    client.adapters.register(toyAdapter({ steps: [] }));
    expect(client.adapters.list().map(({ agent }) => agent)).toEqual(['toy']);
    expect(await client.adapters.detect('toy')).toMatchObject({
      installed: true,
      // That of the node on PATH, which need not be the one that runs this test.
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      isTested: false,
    });
    expect((await client.adapters.installed()).map(({ agent }) => agent)).toEqual(['toy']);
    expect(client.adapters.installInstructions('toy', 'linux').map(({ command }) => command)).toEqual([
      'npm install -g toy',
    ]);
    expect(client.adapters.capabilities('toy', 'talk').supportsSteering).toBe(true);
    expect(() => client.adapters.capabilities('toy', 'tty')).toThrow(/Its modes: talk/);
    client.adapters.unregister('toy');
    expect(() => client.adapters.get('toy')).toThrow(/Known agents: none/);
  });
});
