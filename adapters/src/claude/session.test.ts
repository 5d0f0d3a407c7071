import { describe, expect, it } from 'vitest';
import { type Folded, foldSession } from '../shared/testing/fold-session.ts';
import { claudeSessions } from './session.ts';

// The lines are as 2.1.329 writes them, without the fields that nobody reads.
const ID = '05fe561b-712b-45c8-a292-5d9c8d437019';
const common = { isSidechain: false, sessionId: ID, cwd: '/work', timestamp: '2026-11-22T00:21:39.851Z' };
const prompt = (uuid: string, parentUuid: string | null, content: unknown, more: object = {}): object => ({
  ...common,
  type: 'user',
  uuid,
  parentUuid,
  message: { role: 'user', content },
  ...more,
});
const answer = (uuid: string, parentUuid: string, id: string, ...content: readonly object[]): object => ({
  ...common,
  type: 'assistant',
  uuid,
  parentUuid,
  message: {
    id,
    role: 'assistant',
    model: 'claude-opus-5-5',
    content,
    usage: { input_tokens: 100, cache_read_input_tokens: 20, cache_creation_input_tokens: 3, output_tokens: 7 },
  },
});
const text = (said: string): object => ({ type: 'text', text: said });
const call = (id: string, name: string): object => ({ type: 'tool_use', id, name, input: { command: name } });
const result = (id: string, content: unknown): readonly object[] => [{ type: 'tool_result', tool_use_id: id, content }];

const fold = (...lines: readonly unknown[]): Promise<Folded> =>
  foldSession(claudeSessions, lines, { path: `/home/.claude/projects/-work/${ID}.jsonl` });

describe('a session of Claude Code', () => {
  it('has the blocks of one answer in one message', async () => {
    const { facts, messages, outline } = await fold(
      { type: 'queue-operation', operation: 'enqueue', sessionId: ID, timestamp: '2026-11-22T00:21:39.643Z' },
      prompt('a', null, 'Remember marble.'),
      answer('b', 'a', 'm1', { type: 'thinking', thinking: 'hmm', signature: 'x' }),
      answer('c', 'b', 'm1', text('I will.')),
      answer('d', 'c', 'm1', call('t1', 'Bash')),
      prompt('e', 'd', result('t1', [text('hi')])),
      answer('f', 'e', 'm2', text('Done.')),
      { type: 'cost-state', sessionId: ID, totalCostUSD: 0.5, modelUsage: { x: { inputTokens: 4, outputTokens: 2 } } },
    );
    expect(outline).toEqual([
      'user: Remember marble.',
      'assistant: (hmm) I will. [Bash]',
      'tool: hi <Bash>',
      'assistant: Done.',
    ]);
    expect(messages[1]?.tokenUsage).toEqual({ inputTokens: 123, outputTokens: 7, cachedTokens: 20 });
    expect(facts).toEqual({
      sessionId: ID,
      title: 'Remember marble.',
      createdAt: Date.parse('2026-11-22T00:21:39.643Z'),
      cwd: '/work',
      model: 'claude-opus-5-5',
      turnCount: 1,
      cost: { totalUsd: 0.5, inputTokens: 4, outputTokens: 2, cachedTokens: 0 },
    });
  });

  it('keeps the results of parallel calls, of which only the last is in the chain', async () => {
    const { outline } = await fold(
      prompt('a', null, 'Both.'),
      answer('b', 'a', 'm1', call('t1', 'Bash')),
      answer('c', 'b', 'm1', call('t2', 'Write')),
      prompt('d', 'b', result('t1', 'one')),
      prompt('e', 'c', [{ type: 'tool_result', tool_use_id: 't2', content: 'two', is_error: true }]),
      answer('f', 'e', 'm2', text('Done.')),
    );
    expect(outline.slice(2)).toEqual(['tool: one <Bash>', 'tool: two <Write> failed', 'assistant: Done.']);
  });

  it('keeps what is said in several blocks apart, and takes no call for another', async () => {
    const { messages, outline } = await fold(
      prompt('a', null, [text('One.'), text('Two.'), { type: 'image', source: {} }]),
      answer('b', 'a', 'm1', { type: 'thinking', thinking: 'x' }, { type: 'thinking', thinking: 'y' }),
      answer('c', 'b', 'm1', text('Three.'), text('Four.'), call('t1', 'Bash')),
      prompt('d', 'c', result('t1', [text('five'), text('six'), { type: 'text' }])),
      prompt('e', 'd', [{ type: 'tool_result', content: 'of nothing' }]),
      answer('f', 'e', 'm2', { type: 'tool_use', input: {} }),
    );
    expect(messages.map(({ content }) => content)).toEqual([
      'One.\nTwo.',
      'Three.\nFour.',
      'five\nsix\n',
      expect.any(String),
      '',
    ]);
    expect(outline[1]).toBe('assistant: (x\ny) Three.\nFour. [Bash]');
    expect(JSON.stringify(messages.slice(3))).not.toMatch(/mutant|undefined/);
    expect(
      messages.slice(3).flatMap(({ toolCalls = [], toolResult }) => [...toolCalls, toolResult ?? []].flat()),
    ).toEqual([
      expect.objectContaining({ toolCallId: '', toolName: 'unknown' }),
      expect.objectContaining({ toolCallId: '', toolName: '' }),
    ]);
  });

  it('takes a result without a call for none of the branch, even where a call has no name', async () => {
    const { outline } = await fold(
      prompt('a', null, 'Go.'),
      answer('b', 'a', 'm1', { type: 'tool_use', name: 'Bash', input: {} }),
      prompt('c', 'a', [{ type: 'tool_result', content: 'of another branch' }]),
      answer('d', 'b', 'm2', text('Done.')),
    );
    expect(outline).toEqual(['user: Go.', 'assistant: [Bash]', 'assistant: Done.']);
  });

  it('shows the branch that it went on with, and not the one that was left', async () => {
    const { facts, outline } = await fold(
      prompt('a', null, 'First.'),
      answer('b', 'a', 'm1', text('One.')),
      prompt('c', 'b', 'Left behind.'),
      answer('d', 'c', 'm2', call('t1', 'Bash')),
      prompt('e', 'd', result('t1', 'x')),
      prompt('f', 'b', 'Second.'),
      answer('g', 'f', 'm3', text('Two.')),
    );
    expect(outline).toEqual(['user: First.', 'assistant: One.', 'user: Second.', 'assistant: Two.']);
    expect(facts?.turnCount).toBe(2);
  });

  it('names its prompts, and the answer before each of them on its branch', async () => {
    const { messages, placeBefore } = await fold(
      prompt('a', null, 'First.'),
      answer('b', 'a', 'm1', text('One.')),
      { ...common, type: 'attachment', uuid: 'c', parentUuid: 'b' },
      prompt('d', 'c', 'Left behind.'),
      answer('e', 'd', 'm2', text('x')),
      prompt('f', 'c', 'Second.'),
      prompt('g', 'f', result('t1', 'x')),
      answer('h', 'g', 'm3', text('Two.')),
      prompt('i', 'h', 'Third.'),
    );
    expect(messages.flatMap(({ checkpointId }) => checkpointId ?? [])).toEqual(['a', 'f', 'i']);
    expect(['a', 'd', 'f', 'i', 'none'].map((id) => placeBefore?.(id))).toEqual([
      undefined,
      undefined,
      'b',
      'h',
      undefined,
    ]);
  });

  it('goes on beyond a compaction, and beyond a line that is lost', async () => {
    const compacted = await fold(
      prompt('a', null, 'First.'),
      { ...common, type: 'system', subtype: 'compact_boundary', uuid: 's', parentUuid: null, logicalParentUuid: 'a' },
      prompt('b', 's', 'So far: marble.', { isCompactSummary: true }),
      prompt('c', 'b', 'Second.'),
    );
    expect(compacted.outline).toEqual(['user: First.', 'system: So far: marble.', 'user: Second.']);
    expect(compacted.facts?.turnCount).toBe(2);
    const damaged = await fold(prompt('a', null, 'First.'), prompt('c', 'lost', 'Second.'));
    expect(damaged.outline).toEqual(['user: First.', 'user: Second.']);
  });

  it.each([
    ['the first prompt', [], 'First.'],
    ['its own name', [{ type: 'ai-title', aiTitle: 'About marble', sessionId: ID }], 'About marble'],
    ['the summary of older versions', [{ type: 'summary', summary: 'Marble', leafUuid: 'x' }], 'Marble'],
    [
      'the name that the user gave',
      [
        { type: 'custom-title', customTitle: 'Mine', sessionId: ID },
        { type: 'ai-title', aiTitle: 'Its', sessionId: ID },
      ],
      'Mine',
    ],
  ])('is titled by %s', async (_, lines, title) => {
    const notes = [
      prompt('n', null, 'Caveat: …', { isMeta: true }),
      prompt('o', 'n', '<local-command-stdout>x</local-command-stdout>'),
    ];
    const { facts } = await fold(...notes, prompt('a', 'o', 'First.'), ...lines);
    expect([facts?.title, facts?.turnCount]).toEqual([title, 1]);
  });

  it('is none without a line that names it, and knows no other than that of its file', async () => {
    expect((await fold({ type: 'summary', summary: 'x' }, { type: 'user' }, 3, null)).facts).toBeUndefined();
    expect((await fold(prompt('a', null, 'x', { sessionId: 'other' }))).facts?.sessionId).toBe(ID);
  });

  it('leaves out a tree that it was begun anew without', async () => {
    const { outline } = await fold(
      prompt('a', null, 'Left behind.'),
      answer('b', 'a', 'm1', text('One.')),
      prompt('c', null, 'Second.'),
      answer('d', 'c', 'm2', text('Two.')),
    );
    expect(outline).toEqual(['user: Second.', 'assistant: Two.']);
  });

  it('leaves out what the CLI has told its model by itself', async () => {
    const { outline } = await fold(
      prompt('a', null, 'Caveat: …', { isMeta: true }),
      prompt('b', 'a', 'First.', { isMeta: false }),
      prompt('c', 'b', 'Second.'),
    );
    expect(outline).toEqual(['user: First.', 'user: Second.']);
  });

  it('names the session of which it is a copy, and what all models have used', async () => {
    const { facts } = await fold(
      prompt('a', null, 'x', { forkedFrom: { sessionId: 's0', messageUuid: 'z' } }),
      prompt('b', 'a', 'y', { forkedFrom: { sessionId: 's1', messageUuid: 'z' } }),
      {
        ...{ type: 'cost-state', sessionId: ID, totalCostUSD: 0.5 },
        modelUsage: {
          x: { inputTokens: 4, cacheReadInputTokens: 20, cacheCreationInputTokens: 3, outputTokens: 2 },
          y: { inputTokens: 1, cacheCreationInputTokens: 2, outputTokens: 1 },
        },
      },
    );
    expect([facts?.forkedFrom, facts?.cost]).toEqual([
      's0',
      { totalUsd: 0.5, inputTokens: 30, outputTokens: 3, cachedTokens: 20 },
    ]);
  });

  it('leaves out what its subagents said', async () => {
    expect((await fold(prompt('a', null, 'x'), prompt('b', 'a', 'inner', { isSidechain: true }))).outline).toEqual([
      'user: x',
    ]);
  });
});

describe('the store of Claude Code', () => {
  const read = (): Promise<undefined> => Promise.resolve(undefined);
  it.each([
    ['in the home folder', {}, '/home/me/.claude'],
    ['where its variable says', { CLAUDE_CONFIG_DIR: '/config' }, '/config'],
  ])('lies %s', (_, env, root) => {
    const places = claudeSessions.places({ env, home: '/home/me', cwd: '/my work/x.y', sessionId: ID, read });
    expect(places).toEqual([{ root, path: ['projects', '-my-work-x-y', `${ID}.jsonl`] }]);
  });
});

it.each([
  ['short', '/work', '-work'],
  ['just long enough', `/${'a'.repeat(199)}`, `-${'a'.repeat(199)}`],
  ['too long, which is cut and ends in a hash', `/${'a'.repeat(200)}`, new RegExp(`^-${'a'.repeat(199)}`)],
  ['not told', undefined, /./],
])('a session lies in a folder named for that of the workspace: %s', async (_, cwd, name) => {
  const read = (): Promise<undefined> => Promise.resolve(undefined);
  const query = { env: {}, home: '/home/me', sessionId: ID, read, ...(cwd === undefined ? {} : { cwd }) };
  expect((await claudeSessions.places(query))[0]?.path).toEqual(['projects', name, `${ID}.jsonl`]);
});
