/** Texts that SQLite cannot keep as they are: the table of runs says them in other signs, and the entries word for word. */
import { encodeEntry } from '@agent-mux/events/journal';
import { afterEach, expect, it } from 'vitest';
import { clearAway, newStore } from './testing/folders.ts';
import { QUIET } from './testing/harm.ts';
import { headerOf, runIdOf, speakingRun } from './testing/runs.ts';

afterEach(clearAway);

const ID = runIdOf(1);
const LONG = 'a'.repeat(118);

it.each([
  ['a title that is cut within a sign', { prompt: `${LONG}😀 and more` }, { title: `${LONG}…` }],
  ['a title that is cut behind a sign', { prompt: `${LONG.slice(1)}😀 and more` }, { title: `${LONG.slice(1)}😀…` }],
  ['a prompt with a NUL', { prompt: 'Do\0 it' }, { title: 'Do\ufffd it' }],
  ['a prompt with half a sign', { prompt: 'Do \ud83d it' }, { title: 'Do \ufffd it' }],
  ['a model with a NUL', { model: 'big\0model' }, { model: 'big\ufffdmodel' }],
  ['a name with half a sign', { name: 'helper \ude00' }, { name: 'helper \ufffd' }],
  ['a folder with both', { cwd: '/work/\0/\ud83d' }, { cwd: '/work/\ufffd/\ufffd' }],
])('a file with %s is sound, and the run is found by it', async (_, given, listed) => {
  const store = await newStore();
  const header = headerOf(ID, given);
  const entries = speakingRun(header, ['One']);
  const log = store.open(header, QUIET);
  for (const entry of entries) {
    log.append(entry);
  }
  expect(await log.finish()).toBe('whole');
  const { prompt: _prompt, model: _model, ...filter } = { prompt: '', model: '', ...given };
  expect(await store.list(filter)).toEqual([expect.objectContaining({ runId: ID, ...listed })]);
  expect(await store.check()).toMatchObject({ isSound: true, problems: [] });
  const read: string[] = [];
  for await (const { entry } of store.read(ID)) {
    read.push(encodeEntry(entry));
  }
  expect(read).toEqual(entries.map(encodeEntry));
});

it('a session id that SQLite cannot keep leaves the file sound', async () => {
  const store = await newStore();
  const header = headerOf(ID);
  const log = store.open(header, QUIET);
  for (const entry of speakingRun(header, ['One'])) {
    log.append(
      'entry' in entry && entry.entry === 'close'
        ? { ...entry, facts: { ...entry.facts, sessionId: 's\0\ud83d' } }
        : entry,
    );
  }
  expect(await log.finish()).toBe('whole');
  expect(await store.list()).toEqual([expect.objectContaining({ sessionId: 's\ufffd\ufffd' })]);
  expect(await store.check()).toMatchObject({ isSound: true, problems: [] });
});
