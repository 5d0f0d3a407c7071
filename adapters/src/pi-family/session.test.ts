import { describe, expect, it } from 'vitest';
import { type Folded, foldSession } from '../shared/testing/fold-session.ts';
import { piFamilySessions } from './session.ts';

// The lines are as pi 0.73.1 and omp 18.2.3 write them, without the fields that nobody reads.
const ID = '01a200a4-668c-737c-a581-07e0d143101f';
const timestamp = '2026-11-22T00:25:03.885Z';
const HEADER = { type: 'session', version: 3, id: ID, timestamp, cwd: '/work' };
const usage = { input: 90, output: 20, cacheRead: 10, cacheWrite: 0, totalTokens: 120, cost: { total: 0.5 } };
const line = (id: string, parentId: string | null, message: object): object => ({
  type: 'message',
  id,
  parentId,
  timestamp,
  message,
});
const user = (id: string, parentId: string | null, text: string): object =>
  line(id, parentId, { role: 'user', content: [{ type: 'text', text }] });
const answer = (id: string, parentId: string, ...content: readonly object[]): object =>
  line(id, parentId, { role: 'assistant', content, model: 'm', usage });

const TURN = [
  { type: 'model_change', id: 'm', parentId: null, timestamp, provider: 'mock', modelId: 'm' },
  user('a', 'm', 'Remember marble.'),
  answer(
    'b',
    'a',
    { type: 'thinking', thinking: 'hmm' },
    { type: 'text', text: 'I look.' },
    { type: 'toolCall', id: 't', name: 'bash', arguments: { command: 'echo hi' } },
  ),
  line('c', 'b', { role: 'toolResult', toolCallId: 't', toolName: 'bash', content: [{ type: 'text', text: 'hi' }] }),
  answer('d', 'c', { type: 'text', text: 'Done.' }),
];
const OUTLINE = ['user: Remember marble.', 'assistant: (hmm) I look. [bash]', 'tool: hi <bash>', 'assistant: Done.'];

const reader = piFamilySessions('.pi');
const fold = (...lines: readonly unknown[]): Promise<Folded> => foldSession(reader, lines, { path: `/x_${ID}.jsonl` });

describe('a session of pi and its kin', () => {
  it('is what was said', async () => {
    const { facts, outline } = await fold(HEADER, ...TURN);
    expect(outline).toEqual(OUTLINE);
    expect(facts).toEqual({
      sessionId: ID,
      title: 'Remember marble.',
      createdAt: Date.parse(timestamp),
      cwd: '/work',
      model: 'm',
      turnCount: 1,
      cost: { totalUsd: 1, inputTokens: 200, outputTokens: 40, cachedTokens: 20 },
    });
  });

  it('shows the branch that it went on with, and all that was paid', async () => {
    const { facts, outline } = await fold(
      HEADER,
      ...TURN,
      { type: 'branch_summary', id: 's', parentId: 'm', timestamp, summary: 'They tried.' },
      user('e', 's', 'Again.'),
      answer('f', 'e', { type: 'text', text: 'Yes.' }),
    );
    expect(outline).toEqual(['system: They tried.', 'user: Again.', 'assistant: Yes.']);
    expect([facts?.turnCount, facts?.cost?.totalUsd]).toEqual([1, 1.5]);
  });

  it('says which of its calls failed', async () => {
    const result = (id: string, more: object) =>
      line(id, 'd', { role: 'toolResult', toolCallId: 't', toolName: 'bash', content: 'no', ...more });
    const told = [{ isError: true }, { isError: false }, {}].map(async (more) =>
      (await fold(HEADER, ...TURN, result('e', more))).outline.at(-1),
    );
    expect(await Promise.all(told)).toEqual(['tool: no <bash> failed', 'tool: no <bash>', 'tool: no <bash>']);
  });

  it('whose lines lead back to themselves is told once around', async () => {
    expect((await fold(HEADER, user('a', 'b', 'One.'), user('b', 'a', 'Two.'))).outline).toEqual([
      'user: One.',
      'user: Two.',
    ]);
  });

  it.each([
    ['a line of its own before the header', [{ type: 'title', v: 1, title: 'Mine', pad: '  ' }], []],
    ['a line among the others', [], [{ type: 'session_info', id: 'i', parentId: 'd', name: 'Mine' }]],
  ])('has the name that %s gives it', async (_, before, after) => {
    const { facts, outline } = await fold(...before, HEADER, ...TURN, ...after);
    expect([facts?.title, outline]).toEqual(['Mine', OUTLINE]);
  });

  it('goes on through a line that has no id', async () => {
    const { facts, outline } = await fold(HEADER, ...TURN, { type: 'label', timestamp, label: 'here' });
    expect([facts?.turnCount, outline]).toEqual([1, OUTLINE]);
  });

  it('has all thoughts of an answer, and its calls by their ids', async () => {
    const input = { command: 'ls' };
    const blocks = [
      { type: 'thinking', thinking: 'One.' },
      { type: 'thinking', thinking: 'Two.' },
      { type: 'toolCall', id: 't1', name: 'bash', arguments: input },
      { type: 'toolCall', arguments: input },
    ];
    const { messages } = await fold(HEADER, user('a', null, 'Go.'), answer('b', 'a', ...blocks));
    expect(messages[1]).toEqual({
      role: 'assistant',
      content: '',
      timestamp: new Date(timestamp),
      thinking: 'One.\nTwo.',
      toolCalls: [
        { toolCallId: 't1', toolName: 'bash', input },
        { toolCallId: '', toolName: '', input },
      ],
      model: 'm',
      tokenUsage: { inputTokens: 100, outputTokens: 20, cachedTokens: 10 },
    });
  });

  it('that is a fork says of which, and without a header it is none', async () => {
    const parentSession = '/pi/sessions/--work--/2026-11-22T00-25-03-885Z_01a200a4-0000.jsonl';
    expect((await fold({ ...HEADER, parentSession })).facts?.forkedFrom).toBe('01a200a4-0000');
    expect((await fold(...TURN)).facts).toBeUndefined();
  });

  it('lies in a file that ends with its id, each session in one of such a form', async () => {
    const query = { home: '/home/me', env: {}, read: () => Promise.resolve(undefined) };
    const matches = async (sessionId: string | undefined, names: readonly string[]) => {
      const [place] = await reader.places({ ...query, ...(sessionId === undefined ? {} : { sessionId }) });
      const [folder, project, file] = place?.path ?? [];
      const isFile = (name: string) => file instanceof RegExp && file.test(name);
      return [folder, project instanceof RegExp && project.test('--work--'), ...names.map(isFile)];
    };
    const names = [`2026_${ID}.jsonl`, '2026_other.jsonl', '.2026_other.jsonl', 'notes.jsonl', `${ID}.json`];
    expect(await matches(undefined, names)).toEqual(['sessions', true, true, true, false, false, false]);
    expect(await matches(ID, names)).toEqual(['sessions', true, true, false, false, false, false]);
    expect(await matches('a.b', ['2026_a.b.jsonl', '2026_axb.jsonl'])).toEqual(['sessions', true, true, false]);
  });

  it('lies where the variable says, or in the home folder', async () => {
    const query = { home: '/home/me', sessionId: ID, read: () => Promise.resolve(undefined) };
    const roots = [{ PI_CODING_AGENT_DIR: '/agent' }, {}].map(
      async (env) => (await reader.places({ ...query, env }))[0]?.root,
    );
    expect(await Promise.all(roots)).toEqual(['/agent', '/home/me/.pi/agent']);
  });
});
