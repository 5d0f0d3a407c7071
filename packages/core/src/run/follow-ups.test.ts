import type { AgentEvent } from '@agent-mux/events';
import { describe, expect, it } from 'vitest';
import { FollowUps, type HandedOver } from './follow-ups.ts';

const tool = { type: 'tool_result' } as AgentEvent;
const failed = { type: 'tool_error' } as AgentEvent;
const message = { type: 'message_stop' } as AgentEvent;
const other = { type: 'text_delta' } as AgentEvent;

function setUp() {
  const followUps = new FollowUps();
  /** The outcome of each prompt, by its words. */
  const ends: Record<string, string> = {};
  const watch = (text: string, handedOver: Promise<HandedOver>): void => {
    void handedOver.then(
      ({ delivered }) => {
        ends[text] = delivered;
      },
      (error: Error & { code?: string }) => {
        ends[text] = `${error.code}: ${error.message}`;
      },
    );
  };
  return {
    followUps,
    ends,
    add: (text: string, when: 'next-turn' | 'after-tool' | 'after-response' = 'next-turn') =>
      watch(text, followUps.add({ text }, when)),
    steer: (text: string) => watch(text, followUps.steered({ text }, `id-${text}`)),
    addFirst: (text: string) => watch(text, followUps.addFirst({ text }, `id-${text}`)),
    /** Returns the waiting words in order, with their ids. */
    queue() {
      const found: string[] = [];
      for (let next = followUps.next; next !== undefined; next = followUps.next) {
        found.push(`${next.input.text}${next.id === undefined ? '' : ` ${next.id}`}`);
        followUps.remove(next);
      }
      return found;
    },
    /** Offers the prompts that are due, and takes them. */
    pass(...events: readonly AgentEvent[]) {
      const offered: string[] = [];
      for (const event of events) {
        followUps.observe(event);
      }
      followUps.passBoundary(({ text }) => {
        offered.push(text);
        return Promise.resolve({ delivered: 'steered', id: '' });
      });
      return offered;
    },
  };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('what waits for the next turn', () => {
  it('goes in the order in which it was given', () => {
    const { followUps, add, queue } = setUp();
    expect([followUps.isEmpty, followUps.next]).toEqual([true, undefined]);
    add('a');
    add('b', 'after-tool');
    add('c');
    expect(followUps.isEmpty).toBe(false);
    expect(queue()).toEqual(['a', 'b', 'c']);
    expect(followUps.isEmpty).toBe(true);
  });

  it('is known while it is the first, and is taken out once', () => {
    const { followUps, add, queue } = setUp();
    add('a');
    add('b');
    const first = followUps.next as NonNullable<typeof followUps.next>;
    expect(followUps.isFirst(first)).toBe(true);
    followUps.remove(first);
    followUps.remove(first);
    expect(followUps.isFirst(first)).toBe(false);
    expect(queue()).toEqual(['b']);
  });

  it('keeps the id under which it was written down', () => {
    const { followUps, add, queue } = setUp();
    add('a');
    add('b');
    const first = followUps.next as NonNullable<typeof followUps.next>;
    followUps.noteId(first, 'p2');
    // The first entry is another object now.
    followUps.noteId(first, 'p3');
    expect(queue()).toEqual(['a p2', 'b']);
  });

  it('stands behind words for a turn that is over by now', () => {
    const { add, addFirst, queue } = setUp();
    add('a');
    addFirst('b');
    addFirst('c');
    addFirst('d');
    expect(queue()).toEqual(['b id-b', 'c id-c', 'd id-d', 'a']);
  });

  it('is rejected with all that is undecided when nothing can be handed over any more', async () => {
    const { followUps, add, steer, ends } = setUp();
    add('a');
    add('b', 'after-response');
    steer('c');
    followUps.rejectAll('Run r is over.');
    await settled();
    expect(ends).toEqual({
      a: 'RUN_NOT_ACTIVE: Run r is over.',
      b: 'RUN_NOT_ACTIVE: Run r is over.',
      c: 'RUN_NOT_ACTIVE: Run r is over.',
    });
    expect(followUps.isEmpty).toBe(true);
    // A refused prompt does not come back.
    followUps.settle({ id: 'id-c', delivered: 'refused' });
    expect(followUps.isEmpty).toBe(true);
  });
});

describe('a boundary of the running turn', () => {
  it.each([
    [tool, ['t']],
    [failed, ['t']],
    [message, ['r']],
    [other, []],
  ])('of %j offers what waits for it, once', async (event, due) => {
    const { add, pass, ends, queue } = setUp();
    add('n');
    add('t', 'after-tool');
    add('r', 'after-response');
    expect(pass(event)).toEqual(due);
    expect(pass()).toEqual([]);
    await settled();
    expect(ends).toEqual(Object.fromEntries(due.map((text) => [text, 'steered'])));
    expect(queue()).toEqual(['n', 't', 'r'].filter((text) => !due.includes(text)));
  });

  it('is over for what is given after it', () => {
    const { add, pass } = setUp();
    add('t', 'after-tool');
    expect(pass(tool)).toEqual(['t']);
    add('u', 'after-tool');
    expect(pass(message)).toEqual([]);
    expect(pass(tool)).toEqual(['u']);
  });

  it('may be several at once', () => {
    const { add, pass, followUps } = setUp();
    add('t', 'after-tool');
    add('r', 'after-response');
    expect(pass(tool, message)).toEqual(['t', 'r']);
    expect(followUps.isEmpty).toBe(true);
  });

  it('of a subagent is none, and neither is one that came before anything waited', () => {
    const { add, pass } = setUp();
    pass(tool);
    add('t', 'after-tool');
    expect(pass({ ...tool, lane: 's' } as AgentEvent)).toEqual([]);
    expect(pass(tool)).toEqual(['t']);
  });

  it('leaves waiting what cannot be steered in', () => {
    const { followUps, add, queue } = setUp();
    add('a', 'after-tool');
    add('b', 'after-tool');
    followUps.observe(tool);
    followUps.passBoundary(({ text }) =>
      text === 'b' ? Promise.resolve({ delivered: 'steered', id: '' }) : undefined,
    );
    expect(queue()).toEqual(['a']);
  });

  it('offers words that are written down with their id', () => {
    const { followUps, add } = setUp();
    add('a', 'after-tool');
    const noted = followUps.noteId(followUps.next as NonNullable<typeof followUps.next>, 'p2');
    expect([noted.id, followUps.isFirst(noted)]).toEqual(['p2', true]);
    followUps.observe(tool);
    const ids: unknown[] = [];
    followUps.passBoundary((_input, id) => void ids.push(id));
    expect(ids).toEqual(['p2']);
  });

  it('takes out no other prompt where those that waited were rejected meanwhile', () => {
    const { followUps, add, queue } = setUp();
    add('a', 'after-tool');
    followUps.observe(tool);
    followUps.passBoundary(() => {
      followUps.rejectAll('over');
      add('b');
      return Promise.resolve({ delivered: 'steered', id: '' });
    });
    expect(queue()).toEqual(['b']);
  });
});

describe('words for the running turn', () => {
  it.each(['steered', 'new-turn'] as const)('are %s once that is known, and not before', async (delivered) => {
    const { followUps, steer, ends } = setUp();
    steer('a');
    await settled();
    expect(ends).toEqual({});
    followUps.settle({ id: 'id-other', delivered });
    followUps.settle({ id: 'id-a', delivered });
    followUps.settle({ id: 'id-a', delivered });
    await settled();
    expect(ends).toEqual({ a: delivered });
  });

  it('that were refused are the next turns, in their order, before all that was given for one', async () => {
    const { followUps, add, steer, queue, ends } = setUp();
    add('n');
    for (const text of ['a', 'b']) {
      steer(text);
      followUps.settle({ id: `id-${text}`, delivered: 'refused' });
    }
    await settled();
    expect(ends).toEqual({});
    expect(queue()).toEqual(['a id-a', 'b id-b', 'n']);
  });

  it('are refused once, however often the CLI says so', async () => {
    const { followUps, steer, queue, ends } = setUp();
    steer('a');
    followUps.settle({ id: 'id-a', delivered: 'refused' });
    followUps.settle({ id: 'id-a', delivered: 'refused' });
    followUps.settle({ id: 'id-a', delivered: 'steered' });
    await settled();
    expect(ends).toEqual({});
    expect(queue()).toEqual(['a id-a']);
  });

  it('stand behind what was refused before them also where their turn was over', () => {
    const { followUps, addFirst, steer, queue } = setUp();
    addFirst('a');
    steer('b');
    followUps.settle({ id: 'id-b', delivered: 'refused' });
    expect(queue()).toEqual(['a id-a', 'b id-b']);
  });
});

it('never rejects into nobody', async () => {
  const lost: unknown[] = [];
  const hear = (reason: unknown): void => void lost.push(reason);
  process.on('unhandledRejection', hear);
  const followUps = new FollowUps();
  void followUps.add({ text: 'a' }, 'next-turn');
  void followUps.steered({ text: 'b' }, 'p2');
  void followUps.addFirst({ text: 'c' }, 'p3');
  followUps.rejectAll('over');
  await settled();
  await settled();
  process.off('unhandledRejection', hear);
  expect(lost).toEqual([]);
});
