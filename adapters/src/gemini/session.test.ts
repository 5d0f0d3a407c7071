import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type Folded, foldSession } from '../shared/testing/fold-session.ts';
import { geminiSessions } from './session.ts';

// The lines are as 0.61.0 writes them, without the fields that nobody reads.
const ID = '207e1877-e06e-4c87-b966-b832053d7625';
const HEADER = { sessionId: ID, projectHash: '4046', startTime: '2026-11-22T00:22:28.987Z', kind: 'main' };
const user = (id: string, text: string): object => ({ id, type: 'user', content: [{ text }] });
const CONTEXT = { $set: { messages: [user('c', '<session_context>\nThis is the Gemini CLI.')] } };
const THOUGHT = {
  id: 'b',
  type: 'gemini',
  content: '',
  thoughts: [{ subject: 'Plan', description: 'I think' }],
  tokens: { input: 100, output: 20, cached: 0, thoughts: 5, tool: 0, total: 125 },
  model: 'gemini-2.5-pro',
};
const CALLS = [
  {
    id: 'run__1',
    name: 'run_shell_command',
    args: { command: 'echo hi' },
    status: 'success',
    result: [{}],
    resultDisplay: 'hi',
  },
];
const TURN = [
  HEADER,
  CONTEXT,
  user('a', 'Remember marble.'),
  { $set: { lastUpdated: '2026-11-22T00:22:29.009Z' } },
  THOUGHT,
  { ...THOUGHT, toolCalls: CALLS },
  { id: 'r', type: 'user', content: [{ functionResponse: { id: 'run__1' } }] },
  { id: 'd', type: 'gemini', content: 'Done.', thoughts: [], model: 'gemini-2.5-pro' },
];
const OUTLINE = [
  'user: Remember marble.',
  'assistant: (Plan\nI think) [run_shell_command]',
  'tool: hi <run_shell_command>',
  'assistant: Done.',
];

const PATH = '/home/me/.gemini/tmp/work/chats/session-2026-11-22T00-22-207e1877.jsonl';
const fold = (lines: readonly unknown[], beside: Readonly<Record<string, string>> = {}): Promise<Folded> =>
  foldSession(geminiSessions, lines, { path: PATH, beside });

describe('a session of Gemini CLI', () => {
  it('has each message once, though it is written again with its results', async () => {
    const { facts, messages, outline } = await fold(TURN, { '/home/me/.gemini/tmp/work/.project_root': '/work\n' });
    expect(outline).toEqual(OUTLINE);
    expect(messages[1]?.tokenUsage).toEqual({ inputTokens: 100, outputTokens: 20, thinkingTokens: 5, cachedTokens: 0 });
    expect(facts).toEqual({
      sessionId: ID,
      title: 'Remember marble.',
      createdAt: Date.parse('2026-11-22T00:22:28.987Z'),
      cwd: '/work',
      model: 'gemini-2.5-pro',
      turnCount: 1,
      isSubagent: false,
    });
  });

  it('that was taken up again stands as it was set, with what came after', async () => {
    const messages = [user('c', '<session_context>'), user('a', 'Remember marble.'), TURN.at(-1)];
    const { facts, outline } = await fold([...TURN, { $set: { messages } }, user('e', 'And chalk.')]);
    expect(outline).toEqual(['user: Remember marble.', 'assistant: Done.', 'user: And chalk.']);
    expect(facts?.turnCount).toBe(2);
  });

  it('that was wound back ends there', async () => {
    expect((await fold([...TURN, user('e', 'Oops.'), { $rewindTo: 'e' }])).outline).toEqual(OUTLINE);
    expect((await fold([...TURN, { $rewindTo: 'unknown' }])).outline).toEqual([]);
    const three = ['one', 'two', 'three'].map((word) => user(word, word));
    expect((await fold([HEADER, ...three, { $rewindTo: 'three' }])).outline).toEqual(['user: one', 'user: two']);
  });

  it.each<[what: string, lines: readonly object[], title: string]>([
    ['a line of its own', [{ summary: 'Stones' }], 'Stones'],
    ['a change', [{ $set: { summary: 'Rocks' } }], 'Rocks'],
    ['a change of what a line said', [{ summary: 'Stones' }, { $set: { summary: 'Rocks' } }], 'Rocks'],
    ['a line after a change', [{ $set: { summary: 'Rocks' } }, { summary: 'Stones' }], 'Stones'],
    ['nothing but an empty one', [{ summary: '' }], 'Remember marble.'],
  ])('is called by the last summary, and by its first prompt where it has none: %s', async (_what, lines, title) => {
    expect((await fold([...TURN, ...lines, user('e', 'And chalk.')])).facts?.title).toBe(title);
  });

  it('is the one that its first header names', async () => {
    const other = { sessionId: 'other', startTime: '2026-11-23T00:00:00.000Z', kind: 'subagent' };
    const { facts } = await fold([HEADER, other, user('a', 'Go.')]);
    expect(facts).toMatchObject({
      sessionId: ID,
      createdAt: Date.parse('2026-11-22T00:22:28.987Z'),
      isSubagent: false,
    });
  });

  it('holds no message without an id', async () => {
    const { facts, outline } = await fold([
      HEADER,
      { type: 'user', content: 'Who?' },
      { type: 'gemini', content: 'I.', model: 'x' },
    ]);
    expect([outline, facts?.turnCount, facts?.model]).toEqual([[], 0, undefined]);
  });

  it('holds each thought of a message as a paragraph', async () => {
    const thoughts = [{ subject: 'Plan', description: 'I think' }, { subject: 'Do' }, { description: 'I am' }];
    const { messages } = await fold([HEADER, { id: 'b', type: 'gemini', content: '', thoughts }]);
    expect(messages[0]?.thinking).toBe('Plan\nI think\n\nDo\n\nI am');
  });

  it('holds a call of which neither id nor name is known', async () => {
    const toolCalls = [{ args: { a: 1 }, status: 'success', result: [{}], resultDisplay: 'out' }];
    const { messages } = await fold([HEADER, { id: 'b', type: 'gemini', content: '', toolCalls }]);
    expect(messages).toEqual([
      { role: 'assistant', content: '', toolCalls: [{ toolCallId: '', toolName: '', input: { a: 1 } }] },
      { role: 'tool', content: 'out', toolResult: { toolCallId: '', toolName: '', output: 'out' } },
    ]);
  });

  it('that nobody said anything in has no messages, and without a header it is none', async () => {
    expect((await fold([HEADER, CONTEXT])).messages).toEqual([]);
    expect((await fold(TURN.slice(1))).facts).toBeUndefined();
  });

  it('has the folder that the index names where the project does not say it', async () => {
    const beside = {
      '/home/me/.gemini/projects.json': JSON.stringify({ projects: { '/else': 'x', '/work': 'work' } }),
    };
    expect((await fold(TURN, beside)).facts?.cwd).toBe('/work');
    expect((await fold(TURN, { '/home/me/.gemini/projects.json': '{' })).facts).not.toHaveProperty('cwd');
  });

  it.each([
    ['success', ''],
    ['error', ' failed'],
    ['cancelled', ' failed'],
  ])('says of a call with the status %s whether it failed', async (status, failed) => {
    const call = { id: 'x', name: 'glob', args: {}, status, result: [{}], resultDisplay: 'out' };
    const { outline } = await fold([
      HEADER,
      user('a', 'Go.'),
      { id: 'b', type: 'gemini', content: '', toolCalls: [call] },
    ]);
    expect(outline.at(-1)).toBe(`tool: out <glob>${failed}`);
  });

  it('holds what Gemini CLI said itself, where that has words', async () => {
    const own = [
      { id: 'i', type: 'info', content: 'Request cancelled.' },
      { id: 'j', type: 'error', content: [{ text: 'No quota.' }] },
      { id: 'k', type: 'info', content: '' },
    ];
    const { facts, outline } = await fold([HEADER, user('a', 'Go.'), ...own]);
    expect(outline).toEqual(['user: Go.', 'system: Request cancelled.', 'system: No quota.']);
    expect(facts?.turnCount).toBe(1);
  });

  it('of a subagent is marked', async () => {
    expect((await fold([{ ...HEADER, kind: 'subagent' }])).facts?.isSubagent).toBe(true);
  });
});

describe('the store of Gemini CLI', () => {
  const index = JSON.stringify({ projects: { '/work': 'work' } });
  const read = (path: string): Promise<string | undefined> =>
    Promise.resolve(path.endsWith('/.gemini/projects.json') ? index : undefined);
  it.each([
    ['in the home folder', {}, '/home/me/.gemini'],
    ['where its variable says', { GEMINI_CLI_HOME: '/other' }, '/other/.gemini'],
  ])('lies %s, by the short name of the folder or by the hash of its path', async (_, env, root) => {
    const [place] = await geminiSessions.places({ env, home: '/home/me', cwd: '/work', sessionId: ID, read });
    expect(place?.root).toBe(root);
    const [tmp, project, chats, file] = place?.path ?? [];
    const hash = createHash('sha256').update('/work').digest('hex');
    const matches = (names: readonly string[]): boolean[] =>
      names.map((name) => (project instanceof RegExp ? project.test(name) : false));
    expect([tmp, chats, matches(['work', hash, 'work2', 'bin'])]).toEqual(['tmp', 'chats', [true, true, false, false]]);
    expect(file instanceof RegExp && file.test(PATH.split('/').at(-1) ?? '')).toBe(true);
    expect(file instanceof RegExp && file.test('session-2026-11-22T00-22-207e1878.jsonl')).toBe(false);
  });

  it('is searched for ids and names to the letter, whatever signs they have', async () => {
    const named = () => Promise.resolve(JSON.stringify({ projects: { '/work': 'my.work+(1)' } }));
    const session = { env: {}, home: '/home/me', cwd: '/work', sessionId: 'a.b+(1)-and-more', read: named };
    const [place] = await geminiSessions.places(session);
    const [, project, , file] = place?.path ?? [];
    const found = (pattern: unknown, names: readonly string[]) =>
      names.filter((name) => pattern instanceof RegExp && pattern.test(name));
    expect(found(project, ['my.work+(1)', 'my-work+(1)', 'my.workk1'])).toEqual(['my.work+(1)']);
    const files = ['session-x-a.b+(1)-.jsonl', 'session-x-a-b+(1)-.jsonl', 'session-x-a.bb1-.jsonl'];
    expect(found(file, files)).toEqual(['session-x-a.b+(1)-.jsonl']);
  });
});
