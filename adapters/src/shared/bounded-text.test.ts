import { describe, expect, it } from 'vitest';
import { StreamJsonText } from '../cursor/stream-json/text.ts';
import { BoundedText } from './bounded-text.ts';

describe('a bounded text', () => {
  it('is all that was added, up to the bound; beyond it only its beginning and its length are known', () => {
    const text = new BoundedText(5);
    text.add('abc');
    expect([text.whole, text.length, text.equals('abc'), text.equals('abcd')]).toEqual(['abc', 3, true, false]);
    text.add('defg');
    expect([text.whole, text.kept, text.length, text.equals('abcdefg')]).toEqual([undefined, 'abcde', 7, true]);
    expect([text.begins('abcdefgh'), text.begins('abcdef'), text.begins('abXdefgh')]).toEqual([true, false, false]);
    text.add('h');
    expect([text.kept, text.length]).toEqual(['abcde', 8]);
    text.clear();
    expect([text.whole, text.length]).toEqual(['', 0]);
  });
});

describe('a text of Cursor CLI that is longer than the bound', () => {
  const delta = (text: string) => ({ message: { content: [{ text }] }, timestamp_ms: 1 });
  const whole = (text: string) => ({ message: { content: [{ text }] } });

  it('ends without a text of ours, and what repeats it is told once', () => {
    const texts = new StreamJsonText(4);
    expect(texts.read(delta('abcdef'))).toEqual([{ type: 'text_delta', delta: 'abcdef', key: 'text-0' }]);
    expect(texts.stop()).toEqual([{ type: 'message_stop', key: 'text-0' }]);
    expect(texts.read(delta('gh'))).toEqual([{ type: 'text_delta', delta: 'gh', key: 'text-1' }]);
    expect(texts.read(whole('abcdefgh'))).toEqual([{ type: 'message_stop', text: 'gh', key: 'text-1' }]);
    expect(texts.read(whole('abcdefgh'))).toEqual([]);
  });
});
