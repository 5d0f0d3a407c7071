import { describe, expect, it } from 'vitest';
import type { Command } from '../adapter/index.ts';
import { Demands } from './demands.ts';

const COMMAND: Command = { file: '/opt/bin/toy', args: ['-p', 'hello'], env: {}, cwd: '/', stdin: 'open' };

/** Demands on a recording that has what its host said. */
function openWhole(): Demands {
  const demands = new Demands();
  demands.begin();
  return demands;
}

const missed = ({ unmatched, unwanted }: Demands): unknown => ({ unmatched, unwanted });
const NOTHING_MISSED = { unmatched: [], unwanted: [] };

describe('a recording that has what its host said', () => {
  it('is asked for messages, a signal and the end of the input, each in its order', () => {
    const demands = openWhole();
    demands.want({ write: ['one', 'two'], signal: 'SIGINT', endInput: true }, 'interrupt()');
    demands.see('one');
    demands.see('two');
    expect(missed(demands)).toEqual({ unmatched: ['SIGINT', 'end-input'], unwanted: [] });
    demands.seeAction('SIGINT');
    demands.seeAction('end-input');
    expect(missed(demands)).toEqual(NOTHING_MISSED);
  });

  it('misses what was overtaken, and does not take it later', () => {
    const demands = openWhole();
    demands.want({ write: ['one', 'two', 'three'] }, 'prompt()');
    demands.see('two');
    demands.see('one');
    demands.see('three');
    expect(missed(demands)).toEqual({ unmatched: ['one'], unwanted: ['one'] });
  });

  it('takes a message for no action of the same name, nor an action for a message', () => {
    const demands = openWhole();
    demands.want({ write: ['SIGINT'], signal: 'SIGTERM' }, 'interrupt()');
    demands.seeAction('SIGINT');
    demands.see('SIGTERM');
    expect(missed(demands)).toEqual({ unmatched: ['SIGINT', 'SIGTERM'], unwanted: ['SIGINT', 'SIGTERM'] });
  });

  it('is asked for replies before the rest of the speech, in the order of the lines that they answer', () => {
    const demands = openWhole();
    demands.want({ write: ['one', 'two'] }, 'prompt()');
    demands.see('one');
    demands.wantReplies(['reply 1', 'reply 2']);
    demands.wantReplies(['reply 3']);
    for (const message of ['reply 1', 'reply 2', 'reply 3', 'two']) {
      demands.see(message);
    }
    expect(missed(demands)).toEqual(NOTHING_MISSED);
  });

  it('is asked for a reply at once, although the replies to an earlier line were written', () => {
    const demands = openWhole();
    demands.want({ write: ['one', 'two', 'three'] }, 'prompt()');
    demands.wantReplies(['reply 1']);
    demands.see('reply 1');
    demands.wantReplies(['reply 2']);
    demands.see('reply 2');
    for (const message of ['one', 'two', 'three']) {
      demands.see(message);
    }
    expect(missed(demands)).toEqual(NOTHING_MISSED);
  });

  it('misses at once what was not said before the agent spoke', () => {
    const demands = openWhole();
    demands.want({ write: ['one'] }, 'prompt()');
    demands.settle();
    demands.see('one');
    expect(missed(demands)).toEqual({ unmatched: ['one'], unwanted: ['one'] });
    demands.settle();
    expect(demands.unmatched).toEqual(['one']);
  });

  it('is asked for a reply before new speech, although earlier replies were given up', () => {
    const demands = openWhole();
    demands.wantReplies(['reply 1']);
    demands.settle();
    demands.want({ write: ['one'] }, 'prompt()');
    demands.wantReplies(['reply 2']);
    demands.see('reply 2');
    demands.see('one');
    expect(missed(demands)).toEqual({ unmatched: ['reply 1'], unwanted: [] });
  });

  it('need not reply to an agent that may be stopped at any moment, until the next one begins', () => {
    const demands = openWhole();
    demands.leave();
    demands.wantReplies(['reply 1']);
    demands.settle();
    expect(missed(demands)).toEqual(NOTHING_MISSED);
    demands.wantReplies(['reply 2']);
    demands.see('reply 2');
    expect(missed(demands)).toEqual(NOTHING_MISSED);
    demands.begin();
    demands.wantReplies(['reply 3']);
    expect(demands.unmatched).toEqual(['reply 3']);
  });

  it.each([
    ['the text and the end', { text: 'hello' }, ['hello', 'end-input']],
    ['the end alone', 'end' as const, ['end-input']],
  ])('is asked for the whole input of a CLI that takes no more: %s', (_what, stdin, wanted) => {
    const demands = openWhole();
    demands.wantInput(stdin);
    expect(demands.unmatched).toEqual(wanted);
  });

  it.each([
    [undefined, 'steer: the dialect says nothing (it cannot)'],
    ['gone' as const, 'steer: the dialect says nothing (gone)'],
    ['unsupported' as const, 'steer: the dialect says nothing (unsupported)'],
  ])('was written by nobody where the dialect says %s', (writes, reason) => {
    const demands = openWhole();
    demands.want(writes, 'steer');
    demands.fail('close: boom');
    expect(missed(demands)).toEqual({ unmatched: [reason, 'close: boom'], unwanted: [] });
  });
});

describe('a recording of another program', () => {
  it('is asked for the replies alone, in whatever order, with whatever ids', () => {
    const demands = new Demands();
    demands.wantReplies(['{"id":1,"type":"a"}', '{"id":2,"type":"b"}', '{"id":3,"type":"b"}']);
    demands.see('{"type":"b","id":"x"}');
    demands.settle();
    expect(missed(demands)).toEqual({ unmatched: ['{"id":1,"type":"a"}', '{"id":3,"type":"b"}'], unwanted: [] });
    demands.see('{"type":"a","id":"y"}');
    demands.see('{"type":"of the other program"}');
    demands.seeAction('SIGINT');
    expect(missed(demands)).toEqual({ unmatched: ['{"id":3,"type":"b"}'], unwanted: [] });
  });

  it('is asked for no more than a thousand replies at once', () => {
    const demands = new Demands();
    for (let at = 0; at < 1_001; at++) {
      demands.wantReplies([`reply ${at}`]);
    }
    expect(demands.unmatched).toHaveLength(1_000);
    demands.see('reply 7');
    demands.wantReplies(['one more']);
    expect(demands.unmatched.at(-1)).toBe('one more');
  });
});

describe('the command line', () => {
  it('is compared by the name of its program and by its words', () => {
    const demands = new Demands();
    demands.compareCommand(COMMAND, ['toy', '-p', 'hello']);
    demands.compareCommand(COMMAND, ['toy', '-p', '<not recorded>']);
    demands.compareCommand({ ...COMMAND, args: ['-p', '<not recorded>'] }, ['toy', '-p', 'hello']);
    expect(missed(demands)).toEqual({
      unmatched: ['the command line ["toy","-p","hello"]'],
      unwanted: ['the command line ["toy","-p","<not recorded>"]'],
    });
  });

  it.each([
    ['a word more', ['toy', '-p', 'hello', '-v']],
    ['a word less', ['toy', '-p']],
    ['another word', ['toy', '-p', 'hallo']],
    ['another program', ['toys', '-p', 'hello']],
    ['an empty word in the place of one', ['toy', '-p', '']],
  ])('is another with %s', (_what, recorded) => {
    const demands = new Demands();
    demands.compareCommand(COMMAND, recorded);
    expect(missed(demands)).toEqual({
      unmatched: ['the command line ["toy","-p","hello"]'],
      unwanted: [`the command line ${JSON.stringify(recorded)}`],
    });
  });
});

it('compares notes in both directions, whatever their order', () => {
  const demands = new Demands();
  demands.compareNotes(['a', 'b', 'c'], ['c', 'd', 'a']);
  expect(missed(demands)).toEqual({ unmatched: ['the note: b'], unwanted: ['the note: d'] });
});
