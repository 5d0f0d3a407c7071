/** An answer goes to the id of its question, digit by digit, or to nobody: all modes that speak JSON-RPC. */
import type { Dialect } from '@agent-mux/core';
import { describe, expect, it } from 'vitest';
import { askedAdapters } from './support/asked-adapters.ts';
import { type RecordedQuestion, recordedQuestions } from './support/recorded-questions.ts';

// The ids are hand-written: no recorded agent counts so far.
const KEPT = ['"x"', '""', '0', '-5', '1.5', '9007199254740991', '-9007199254740991', '"9007199254740993"'];
const ROUNDED = ['9007199254740993', '-9007199254740993', '123456789012345678901', '1e400', '0.12345678901234567891'];

interface Asking {
  readonly of: string;
  readonly open: () => Dialect;
  /** The question, under this id. */
  readonly ask: (id: string) => string;
}

/** The recorded question whose answer goes to the id of its line. */
function askingOf({ of, key, line, open }: RecordedQuestion): readonly Asking[] {
  const { id, method } = JSON.parse(line);
  const token = JSON.stringify(id);
  if (method === undefined || token !== key) {
    // The questions of this mode are known by a text of their own, and only those for words are requests.
    const words = (given: string) =>
      `{"jsonrpc":"2.0","id":${given},"method":"userInput.request","params":{"question":"Which?","choices":["Red"]}}`;
    return of === 'copilot/sdk' ? [{ of, open, ask: words }] : [];
  }
  return [{ of, open, ask: (given) => line.replace(`"id":${token}`, `"id":${given}`) }];
}

const questions = await recordedQuestions(askedAdapters);
const byMode = new Map(questions.flatMap(askingOf).map((asking) => [asking.of, asking]));

it('is asked of every mode that speaks it', () => {
  const speaking = askedAdapters.flatMap(({ agent, modes }) =>
    modes.flatMap(({ name }) => (['acp', 'app-server', 'sdk'].includes(name) ? [`${agent}/${name}`] : [])),
  );
  expect([...byMode.keys()].toSorted()).toEqual(speaking.toSorted());
});

describe.each([...byMode.values()])('$of', ({ open, ask }) => {
  const hear = (id: string) => {
    const dialect = open();
    const before = new Set(dialect.state.pending.keys());
    const { drafts, write } = dialect.parseEvent(ask(id), { source: 'stdout' });
    const [key] = [...dialect.state.pending.keys()].filter((each) => !before.has(each));
    return { dialect, drafts, write, key, types: drafts.map(({ type }) => type) };
  };

  it.each(KEPT)('is answered under %s', (id) => {
    const { dialect, key, types } = hear(id);
    expect(types).toContain(types.includes('input_required') ? 'input_required' : 'approval_request');
    // The recorded question may have had this very id.
    const writes = dialect.respond(key ?? id, { type: 'deny' });
    const [line = ''] = typeof writes === 'object' ? writes.write : [];
    expect(line.replace('"jsonrpc":"2.0",', '').startsWith(`{"id":${id},"`), line).toBe(true);
  });

  it.each(ROUNDED)('is refused under %s, and asks nobody', (id) => {
    const { dialect, drafts, write, key } = hear(id);
    expect([key, drafts]).toEqual([undefined, [expect.objectContaining({ type: 'debug', level: 'warn' })]]);
    expect(write).toEqual([expect.stringContaining(`"id":${id},"error":`)]);
    expect(() => JSON.parse(write[0] ?? '')).not.toThrow();
    expect(dialect.parseEvent(write[0] ?? '', { source: 'stdin' }).drafts).toEqual([]);
  });

  it('asks nobody without an id', () => {
    const { key, write } = hear('null');
    expect([key, write]).toEqual([undefined, []]);
  });
});
