/** Events and policies in a real browser: bundled as a web page bundles them, served on loopback. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chromium-headless-shell'];
const browser = NAMES.find((name) => spawnSync(name, ['--version']).status === 0);

const PAGE = `
import { createDecoder, encodeEvent, EVENT_TYPES, validateEvent } from '@agent-mux/events';
import { checkEntries } from '@agent-mux/events/journal';
import { policy } from '@agent-mux/policy';

async function work() {
  const event = { type: 'turn_start', runId: '01JZ8M3QK5V7W9X2Y4Z6A8B0CD', agent: 'a', timestamp: 1, seq: 0, turnIndex: 0 };
  const decide = policy({ allow: [{ command: 'npm test' }, { kind: 'read', path: '**' }], deny: [{ kind: 'delete' }] });
  const ask = (facts) => decide(facts).then(({ decision }) => decision);
  return {
    types: EVENT_TYPES.length,
    same: JSON.stringify(createDecoder().decode(JSON.parse(encodeEvent(event)))) === JSON.stringify(event),
    valid: [validateEvent(event), validateEvent({ type: 'nope' })].map((answer) => JSON.stringify(answer).includes('nope')),
    journal: typeof checkEntries,
    decisions: [
      await ask({ toolKind: 'execute', command: 'npm test' }),
      await ask({ toolKind: 'execute', command: 'npm test; rm -rf /' }),
      await ask({ toolKind: 'delete' }),
      // Nothing can follow links here, so a rule with a path asks.
      await ask({ toolKind: 'read', paths: ['/work/a.txt'], cwd: '/work' }),
    ],
  };
}
const send = (body) => fetch('/said', { method: 'POST', body: JSON.stringify(body) });
work().then(send, (error) => send({ error: String(error), stack: error.stack }));
`;

async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: PAGE, resolveDir: join(ROOT, 'packages/agent-mux'), sourcefile: 'page.js' },
    bundle: true,
    write: false,
    platform: 'browser',
    format: 'iife',
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? '';
}

/** Serves the page, opens it, and resolves with what its script says. */
async function open(program: string, script: string): Promise<unknown> {
  let told = (_said: string): void => {};
  const said = new Promise<string>((resolve) => {
    told = resolve;
  });
  const server = createServer((request: IncomingMessage, response) => {
    if (request.method === 'POST') {
      void text(request).then(told);
      response.end();
    } else if (request.url === '/page.js') {
      response.setHeader('content-type', 'text/javascript').end(script);
    } else {
      response.setHeader('content-type', 'text/html').end('<!doctype html><script src="/page.js"></script>');
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const profile = mkdtempSync(join(tmpdir(), 'amux-browser-'));
  const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--no-first-run'];
  const url = `http://127.0.0.1:${port}/`;
  const child = spawn(program, [...flags, `--user-data-dir=${profile}`, '--remote-debugging-port=0', url], {
    stdio: 'ignore',
    detached: true,
  });
  const ended = once(child, 'exit').then(() => Promise.reject(new Error(`${program} ended before the page spoke.`)));
  try {
    return JSON.parse(await Promise.race([said, ended]));
  } finally {
    ended.catch(() => undefined);
    // It has processes of its own.
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
    server.closeAllConnections();
    server.close();
    await once(child, 'close').catch(() => undefined);
    rmSync(profile, { recursive: true, force: true, maxRetries: 10 });
  }
}

it('events and policies are bundled for a browser', async () => {
  expect((await bundle()).length).toBeGreaterThan(10_000);
});

const why = browser === undefined ? ` (skipped: none of ${NAMES.join(', ')} is on PATH)` : '';
it.skipIf(browser === undefined)(`events and policies work in Chromium${why}`, { timeout: 120_000 }, async () => {
  expect(await open(browser ?? '', await bundle())).toEqual({
    types: 67,
    same: true,
    valid: [false, true],
    journal: 'function',
    decisions: ['approve', 'ask', 'deny', 'ask'],
  });
});
