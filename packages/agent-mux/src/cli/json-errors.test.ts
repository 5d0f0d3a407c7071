/** What a program that reads `--json` of a command gets where the command fails. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { callAmux } from './testing/call-amux.ts';

const folder = mkdtempSync(join(tmpdir(), 'amux-json-'));
afterAll(() => rmSync(folder, { recursive: true }));
const env = { HOME: folder, XDG_STATE_HOME: folder, AMUX_STORE: '' };
writeFileSync(join(folder, 'no-store.db'), 'text');

it.each<[string, readonly string[], number]>([
  ['VALIDATION_ERROR', ['agents', '--adapter', './no-such'], 2],
  ['VALIDATION_ERROR', ['agents', '--jsn'], 2],
  ['VALIDATION_ERROR', ['runs', 'shwo'], 2],
  ['VALIDATION_ERROR', ['install'], 2],
  ['VALIDATION_ERROR', ['agents', 'more'], 2],
  ['VALIDATION_ERROR', ['runs', 'prune', '--max-bytes', 'x', '--older-than', 'y'], 2],
  ['STORE_ERROR', ['runs', 'show', 'x'], 9],
  ['STORE_ERROR', ['runs', '--store', join(folder, 'no-store.db')], 9],
  ['AGENT_NOT_FOUND', ['doctor', 'cluade'], 3],
  ['AGENT_NOT_FOUND', ['install', 'cluade'], 3],
  ['SESSION_NOT_FOUND', ['sessions', 'show', 'x'], 8],
  ['VALIDATION_ERROR', ['compare', 'claude', '--yolo', '--deny', '--', 'x'], 2],
])('is an error %s of amux %s', async (code, words, exitCode) => {
  const at = words.includes('--') ? words.indexOf('--') : words.length;
  const end = await callAmux([...words.slice(0, at), '--json', ...words.slice(at)], { env });
  const message = end.stderr.replace(/^amux: /, '').trimEnd();
  expect([end.code, JSON.parse(end.stdout)], end.stderr).toEqual([
    exitCode,
    { ok: false, error: { code, message: expect.any(String), recoverable: false } },
  ]);
  expect(message).toContain(JSON.parse(end.stdout).error.message.split('\n')[0]);
});

it.each([[['run', 'claude', 'hi', '--json', '--top-p', '7']], [['replay', '/nowhere', '--json']], [['runs', 'shwo']]])(
  'is nothing where a run is shown, or a person reads: %s',
  async (words) => {
    const { code, stdout, stderr } = await callAmux(words, { env });
    expect([code, stdout, stderr.startsWith('amux: ')]).toEqual([2, '', true]);
  },
);
