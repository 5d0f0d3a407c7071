import { describe, expect, it } from 'vitest';
import { talk } from './testing/sdk-talk.ts';
import { wakesAgent } from './waking.ts';

/** The end of a command in the background, as 1.0.102 tells it in `fixtures/copilot/1.0.102/tool-background`. */
function ended({ kind = 'task_transition', what = 'completed', task = {}, reaction = { deferIdle: true } } = {}) {
  const ofTask = { type: 'shell', executionMode: 'background', notificationResultConsumed: false, ...task };
  return { kind, payload: { kind: what, taskJson: JSON.stringify(ofTask), reactionJson: JSON.stringify(reaction) } };
}

describe('the end of work in the background', () => {
  it('wakes the agent where the CLI says so', () => {
    expect(wakesAgent(ended())).toBe(true);
  });

  it.each([
    ['something else of the host', ended({ kind: 'other' })],
    ['a change of the task', ended({ what: 'change' })],
    ['the end of a command that was waited for', ended({ task: { executionMode: 'sync' } })],
    ['a result that the agent has read', ended({ task: { notificationResultConsumed: true } })],
    ['an end that puts off nothing', ended({ reaction: { deferIdle: false } })],
    ['no JSON', { kind: 'task_transition', payload: { kind: 'completed', taskJson: '{', reactionJson: null } }],
    ['nothing', undefined],
  ])('does not for %s', (_, params) => {
    expect(wakesAgent(params)).toBe(false);
  });
});

describe('a session in which work in the background has ended', () => {
  const idle = () => {
    const session = talk();
    session.event('assistant.turn_start', {});
    session.event('assistant.idle', {});
    return session;
  };

  it('is held where the CLI says that it is idle before it has woken the agent, until that is done', () => {
    const { dialect, event, hear } = idle();
    hear({ method: 'host.event', params: ended() });
    event('session.idle', {});
    expect([dialect.state.busy, dialect.state.holdsEnd]).toEqual([true, true]);
    event('system.notification', { content: 'It has completed.' });
    expect([dialect.state.busy, dialect.state.holdsEnd]).toEqual([true, false]);
    event('assistant.turn_start', {});
    event('assistant.idle', {});
    event('session.idle', {});
    expect([dialect.state.busy, dialect.state.holdsEnd]).toEqual([false, false]);
  });

  it('is over once the CLI has been quiet without waking it', () => {
    const { dialect, event, hear } = idle();
    hear({ method: 'host.event', params: ended() });
    event('session.idle', {});
    expect(dialect.settle?.().drafts).toEqual([]);
    expect([dialect.state.busy, dialect.state.holdsEnd]).toEqual([false, false]);
  });

  it('is not held where the agent was told before the CLI is idle', () => {
    const { dialect, event, hear } = idle();
    hear({ method: 'host.event', params: ended() });
    event('system.notification', { content: 'It has completed.' });
    event('session.idle', {});
    expect([dialect.state.busy, dialect.state.holdsEnd]).toEqual([false, false]);
  });

  it('is not made busy by a notification that nobody waits for', () => {
    const { dialect, event } = idle();
    event('session.idle', {});
    event('system.notification', { content: 'A note.' });
    expect(dialect.state.busy).toBe(false);
  });
});
