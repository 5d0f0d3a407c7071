import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { claude, codex, gemini } from '@agent-mux/adapters';
import { createClient } from '@agent-mux/core';
import { afterAll, beforeAll, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'amux-silent-'));
const binary = join(folder, 'silent');

beforeAll(() => {
  writeFileSync(binary, '#!/bin/sh\nexec cat >/dev/null\n');
  chmodSync(binary, 0o755);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.each([claude, codex, gemini])('an interrupt ends a run of $agent whose CLI never answers', async (adapter) => {
  await using client = createClient({ adapters: [adapter] });
  const handle = client.run({ agent: adapter.agent, prompt: 'Go.', binary, cwd: folder, approvalMode: 'yolo' });
  await expect.poll(() => handle.pid, { timeout: 10_000 }).toBeDefined();
  // The handshake is written, and nothing comes of it.
  await delay(200);
  await handle.interrupt();
  expect((await handle).exitReason).toBe('interrupted');
});
