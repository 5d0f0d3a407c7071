import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { builtInAdapters } from '@agent-mux/adapters';
import { afterAll, describe, expect, it } from 'vitest';
import { checkAuth } from '../check-auth.ts';

const scratch = mkdtempSync(join(tmpdir(), 'amux-diagnose-'));
afterAll(() => rmSync(scratch, { recursive: true }));

describe('a home where nobody is logged in', () => {
  let homes = 0;
  it.each<[string, string, string, string]>([
    // pi writes this file at its first start without a key (0.73.1).
    ['pi', '.pi/agent/auth.json', '{}', 'unauthenticated'],
    ['codex', '.codex/auth.json', '{}', 'unauthenticated'],
    ['codex', '.codex/auth.json/inside', '', 'unauthenticated'],
    ['opencode', '.local/share/opencode/auth.json', '{}', 'unauthenticated'],
    ['gemini', '.gemini/oauth_creds.json', '{}', 'unauthenticated'],
    ['cursor', '.cursor/cli-config.json', '{"permissions":{"allow":["Shell(ls)"],"deny":[]}}', 'unknown'],
    ['cursor', '.cursor/other', '', 'unknown'],
    ['hermes', '.hermes/config.yaml', 'model:\n  default: some-model\n', 'unknown'],
    ['hermes', '.hermes/other', '', 'unauthenticated'],
  ])('is not taken for a login of %s: %s', (agent, path, text, status) => {
    const home = join(scratch, String(homes++));
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
    const adapter = builtInAdapters.find((each) => each.agent === agent);
    if (adapter === undefined) {
      throw new Error(`There is no ${agent}.`);
    }
    expect(checkAuth(adapter, { env: {}, home, platform: 'linux' }).status).toBe(status);
  });
});
