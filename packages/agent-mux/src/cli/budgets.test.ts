/** Budgets on the command line: how a run ends that exceeds one, and what is said where an agent supports none. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writePlayerBinary } from '@agent-mux/testkit';
import { afterAll, expect, it } from 'vitest';
import { callAmux } from './testing/call-amux.ts';

const folder = mkdtempSync(join(tmpdir(), 'amux-budgets-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A program that plays a recording of several requests as if it were the CLI. */
const player = (recording: string): string =>
  writePlayerBinary({
    binary: join(folder, `player-${Math.random()}`),
    cassette: fileURLToPath(new URL(`../../../../fixtures/${recording}/cassette.jsonl`, import.meta.url)),
  });
const claude = ['run', 'claude', 'Count, and mind what it costs.', '--yolo', '--binary'];
const codex = ['run', 'codex', 'Count, and mind what it costs.', '--yolo', '--binary'];
const CLAUDE = 'claude/2.1.329/usage-several-requests';
const CODEX = 'codex/0.169.0/usage-several-requests';
const price = JSON.stringify({ 'gpt-5.5': { inputPerMillion: 1_000_000, outputPerMillion: 0 } });

it.each([
  ['tokens', claude, CLAUDE, ['--max-tokens', '2000'], /has used \d+ tokens, and may use 2000 \(.*max-?[tT]okens/],
  ['money', codex, CODEX, ['--max-cost-usd', '5', '--prices', price], /has cost \$\d+, and may cost \$5 /],
] as const)('a run that goes over its budget of %s ends with 18', async (_what, args, recording, flags, words) => {
  const { code, stderr } = await callAmux([...args, player(recording), ...flags]);
  expect([code, stderr]).toEqual([18, expect.stringMatching(words)]);
});

it('prices are read from a file, too', async () => {
  const file = join(folder, 'prices.json');
  writeFileSync(file, price);
  expect((await callAmux([...codex, player(CODEX), '--max-cost-usd', '5', '--prices', file])).code).toBe(18);
});

it.each([
  [
    'no prices',
    [...codex, process.execPath, '--max-cost-usd', '5'],
    2,
    '--max-cost-usd needs prices, for codex tells tokens and no money: give the client --prices with { "model": ',
  ],
  [
    'no price of the model',
    [...codex, process.execPath, '--max-cost-usd', '5', '--prices', price, '-m', 'gpt-4'],
    2,
    '--max-cost-usd needs a price of the model "gpt-4"',
  ],
  [
    'a price that is none',
    [...codex, process.execPath, '--prices', '{ "a": { "inputPerMillion": "1" } }'],
    2,
    '--prices["a"].inputPerMillion is "1", but must be a number of at least 0.',
  ],
  ['prices that are no JSON', [...codex, process.execPath, '--prices', '{ "a"'], 2, '--prices: the text is not JSON'],
  [
    'a mode that tells too late',
    ['run', 'gemini', 'hi', '--yolo', '--mode', 'acp', '--binary', process.execPath, '--max-tokens', '5'],
    6,
    'lacks maxTokens (--max-tokens: it tells what its model requests have used when all of a prompt are done)',
  ],
] as const)('%s: one sentence, nothing on stdout', async (_what, args, code, message) => {
  const end = await callAmux(args);
  expect([end.code, end.stdout, end.stderr]).toEqual([code, '', expect.stringContaining(message)]);
});
