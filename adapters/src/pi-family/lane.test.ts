/** One agent of pi or its forks at work, and how its last answer ended. */
import { describe, expect, it } from 'vitest';
import { Lane, lastEndIn } from './lane.ts';
import type { ToolRunsParts } from './tools.ts';

const PARTS: ToolRunsParts = {
  ...{ cwd: () => '/work', startsWithUpdate: true, toolKinds: {}, refusalOf: undefined },
  ...{ mcpOf: () => undefined, hides: () => false, hidden: () => [] },
};
const text = (words: string) => ({ type: 'text', text: words });
const message = (role: string, ...content: readonly object[]) => ({ role, content });
const starts = (native: object) => ({ type: 'message_start', message: native });
const ends = (native: object) => ({ type: 'message_end', message: native });

describe('a lane', () => {
  it.each<[string, object, object[] | undefined]>([
    ['nothing at the end of what the user said', ends(message('user', text('Go.'))), []],
    ['nothing of the result of a tool', ends(message('toolResult', text('x'))), []],
    ['nothing of an answer that begins', starts(message('assistant')), []],
    [
      'an answer at its end',
      ends(message('assistant', text('Hi.'))),
      [{ type: 'message_stop', key: '0.0', text: 'Hi.' }],
    ],
    [
      'an image that the user gave',
      starts(message('user', text('Look.'), { type: 'image', data: 'AA==', mimeType: 'image/png' })),
      [{ type: 'image_input_ack', mimeType: 'image/png' }],
    ],
    [
      'a skill that the prompt was made of',
      starts(message('user', text('<skill name="tidy" location="/s/SKILL.md">\n…'))),
      [{ type: 'skill_invoked', skillName: 'tidy' }],
    ],
    ['no line of another kind', { type: 'agent_start' }, undefined],
  ])('tells %s', (_what, line, drafts) => {
    expect(new Lane(undefined, PARTS).parse(line)).toEqual(drafts);
  });

  it('of a subagent has its name on all that it tells, and no prompt', () => {
    const lane = new Lane('A', PARTS);
    expect([
      lane.parse(starts(message('user', text('<skill name="tidy" location="/s/SKILL.md">')))),
      lane.parse(ends(message('assistant', text('Hi.')))),
      lane.piece({ kind: 'text', index: 0, delta: 'a' }),
    ]).toEqual([
      [],
      [{ type: 'message_stop', key: '0.0', text: 'Hi.', lane: 'A' }],
      [{ type: 'text_delta', key: '1.0', delta: 'a', lane: 'A' }],
    ]);
  });

  it('tells an answer once that ends twice, and again where another has begun', () => {
    const lane = new Lane(undefined, PARTS);
    const answer = message('assistant', text('Hi.'));
    const told = [ends(answer), ends(answer), starts(answer), ends(answer)].map((line) => lane.parse(line)?.length);
    expect(told).toEqual([1, 0, 0, 1]);
  });
});

describe('the last answer of a run', () => {
  const stop = (...content: readonly object[]) => ({ ...message('assistant', ...content), stopReason: 'stop' });

  it.each<[string, unknown, { stopReason: string; text: string; words: string | undefined } | undefined]>([
    ['is its words', [stop(text('Hi.'))], { stopReason: 'stop', text: 'Hi.', words: 'Hi.' }],
    [
      'has for its words the last block that has some',
      [stop(text('One.'), text('Two.'), text(''), { type: 'toolCall', id: 't1', name: 'read' })],
      { stopReason: 'stop', text: expect.any(String), words: 'Two.' },
    ],
    ['has no words without a text', [stop()], { stopReason: 'stop', text: '', words: undefined }],
    ['is the newest', [stop(text('One.')), stop(text('Two.'))], { stopReason: 'stop', text: 'Two.', words: 'Two.' }],
    [
      'is none that does not say how it ended, and nothing that another role said',
      [stop(text('One.')), message('assistant', text('Two.')), { ...message('user', text('Three.')), stopReason: 'x' }],
      { stopReason: 'stop', text: 'One.', words: 'One.' },
    ],
    ['is none where there is no message', [], undefined],
    ['is none where there is no list', undefined, undefined],
  ])('%s', (_what, messages, end) => {
    const { stopReason, text: whole, words } = lastEndIn(messages) ?? {};
    expect(lastEndIn(messages) === undefined ? undefined : { stopReason, text: whole, words }).toEqual(end);
  });
});
