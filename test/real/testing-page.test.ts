/** docs/testing.md: the tests that it shows, with the real CLIs on PATH. */
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { runPageTest } from '../support/run-page-test.ts';
import { agentBinary } from './support/agents.ts';

it.each([
  { block: 0, agent: 'claude', printed: /1 passed/ },
  { block: 1, agent: 'codex', printed: /^2$/m },
])(
  'docs/testing.md, program $block, runs $agent',
  async ({ block, agent, printed }) => {
    const bin = mkdtempSync(join(tmpdir(), 'amux-bin-'));
    onTestFinished(() => rmSync(bin, { recursive: true, force: true }));
    symlinkSync(agentBinary(agent), join(bin, agent));
    const PATH = [bin, process.env['PATH']].join(delimiter);
    expect(await runPageTest({ page: 'docs/testing.md', block, env: { PATH } })).toMatch(printed);
  },
  240_000,
);
