/** Every public call of a run, its channel and its client in every state of the run: what comes of it. The docs show this table, and tests walk it. */
import type { AgentMuxClient, InteractionChannel, RunHandle, RunOptions } from '@agent-mux/core';
import type { State } from './run-states.ts';

/** What was started for a call, and what it may ask about. */
export interface Called {
  readonly handle: RunHandle;
  readonly client: AgentMuxClient;
  /** The id of the approval that was asked, where one was. */
  readonly interactionId: string;
}

/** `done`: it resolves, or returns, at once. `waits`: it was taken, and resolves later. Otherwise the code with which it rejects or throws. */
export type Outcome = 'done' | 'waits' | 'NO_PENDING_INTERACTION' | 'RUN_NOT_ACTIVE' | 'INVALID_STATE_TRANSITION';

interface Cell {
  readonly outcome: Outcome;
  /** What the CLI hears of it. */
  readonly hears?: 'approve' | 'deny' | 'steer' | 'interrupt';
  /** In a few words, where the outcome does not say it. */
  readonly note?: string;
}

export interface CallRow {
  readonly name: string;
  readonly does: string;
  /** It changes nothing that another call would notice. */
  readonly isHarmless?: true;
  readonly call: (called: Called) => unknown;
  readonly cells: Readonly<Record<State, Cell>>;
}

const DONE: Cell = { outcome: 'done' };
const WAITS: Cell = { outcome: 'waits' };
const NOTHING_OPEN: Cell = { outcome: 'NO_PENDING_INTERACTION' };
const OVER: Cell = { outcome: 'RUN_NOT_ACTIVE' };
const NOT_FROM_HERE: Cell = { outcome: 'INVALID_STATE_TRANSITION' };
const NEXT_TURN: Cell = { outcome: 'waits', note: 'next turn' };

const each = (usual: Cell, others: Partial<Record<State, Cell>> = {}): CallRow['cells'] => ({
  starting: usual,
  running: usual,
  asking: usual,
  paused: usual,
  interrupting: usual,
  stopping: usual,
  ended: usual,
  retrying: usual,
  ...others,
});

const FOLLOW_UP = each(NEXT_TURN, { stopping: OVER, ended: OVER });
const answering = (hears: 'approve' | 'deny'): CallRow['cells'] =>
  each(NOTHING_OPEN, {
    asking: { outcome: 'done', hears },
    paused: { outcome: 'done', note: 'heard when it goes on' },
  });
const answeringAll = (hears: 'approve' | 'deny'): CallRow['cells'] => ({
  ...answering(hears),
  starting: DONE,
  running: DONE,
  retrying: DONE,
});
const UNTIL_THE_END = each(WAITS, { ended: DONE });
// Between two attempts there is nothing to wait for.
const ENDING = each(WAITS, { ended: DONE, retrying: DONE });
const ignore = (): void => {};

type HandleCall = Exclude<
  keyof RunHandle,
  'runId' | 'agent' | 'mode' | 'model' | 'state' | 'activity' | 'pid' | 'interaction' | 'tree'
>;

const ofHandle: Readonly<Record<HandleCall, CallRow>> = {
  on: {
    name: 'on(type, listener)',
    does: 'listens from now on',
    isHarmless: true,
    call: ({ handle }) => void handle.on('log', ignore),
    cells: each(DONE),
  },
  once: {
    name: 'once(type, listener)',
    does: 'listens once',
    isHarmless: true,
    call: ({ handle }) => void handle.once('log', ignore),
    cells: each(DONE),
  },
  off: {
    name: 'off(type, listener)',
    does: 'listens no more',
    isHarmless: true,
    call: ({ handle }) => void handle.off('log', ignore),
    cells: each(DONE),
  },
  turns: {
    name: 'turns()',
    does: 'reads the turns from the first to the end',
    isHarmless: true,
    call: ({ handle }) => void handle.turns(),
    cells: each(DONE),
  },
  idle: {
    name: 'idle()',
    does: 'resolves when the agent has done all that it was told, or the run is over',
    isHarmless: true,
    call: ({ handle }) => handle.idle(),
    cells: UNTIL_THE_END,
  },
  [Symbol.asyncIterator]: {
    name: 'for await',
    does: 'reads from the oldest retained event to the end',
    isHarmless: true,
    call: ({ handle }) => void handle[Symbol.asyncIterator](),
    cells: each(DONE),
  },
  entries: {
    name: 'entries()',
    does: 'reads the journal from the oldest retained entry to the end',
    isHarmless: true,
    call: ({ handle }) => void handle.entries(),
    cells: each(DONE),
  },
  publish: {
    name: 'publish(kind, data)',
    does: 'puts a note into the journal',
    isHarmless: true,
    call: ({ handle }) => handle.publish('mark', { n: 1 }),
    cells: each(DONE, { ended: OVER }),
  },
  result: {
    name: 'result()',
    does: 'resolves when everything is gone; never rejects',
    isHarmless: true,
    call: ({ handle }) => handle.result(),
    cells: UNTIL_THE_END,
  },
  // biome-ignore lint/suspicious/noThenProperty: the handle has it.
  then: {
    name: 'then(), await',
    does: 'as `result()`',
    isHarmless: true,
    call: ({ handle }) => handle.then(ignore),
    cells: UNTIL_THE_END,
  },
  catch: {
    name: 'catch()',
    does: 'as `result()`',
    isHarmless: true,
    call: ({ handle }) => handle.catch(ignore),
    cells: UNTIL_THE_END,
  },
  finally: {
    name: 'finally()',
    does: 'as `result()`',
    isHarmless: true,
    call: ({ handle }) => handle.finally(ignore),
    cells: UNTIL_THE_END,
  },
  send: {
    name: 'send(text)',
    does: 'answers the only open question in words, else as `continue()`',
    call: ({ handle }) => handle.send('more'),
    cells: FOLLOW_UP,
  },
  continue: {
    name: 'continue(prompt)',
    does: 'a new turn after the running one',
    call: ({ handle }) => handle.continue('more'),
    cells: FOLLOW_UP,
  },
  queue: {
    name: 'queue(prompt)',
    does: 'as `continue()`, or at a boundary of the running turn',
    call: ({ handle }) => handle.queue('more'),
    cells: FOLLOW_UP,
  },
  steer: {
    name: 'steer(prompt)',
    does: 'joins the running turn, else as `continue()`',
    call: ({ handle }) => handle.steer('left'),
    cells: {
      ...FOLLOW_UP,
      running: { outcome: 'done', hears: 'steer' },
      asking: { outcome: 'done', hears: 'steer' },
      paused: { outcome: 'done', note: 'heard when it goes on' },
    },
  },
  approve: {
    name: 'approve()',
    does: 'grants the oldest open approval',
    call: ({ handle }) => handle.approve(),
    cells: answering('approve'),
  },
  deny: {
    name: 'deny(reason)',
    does: 'denies the oldest open approval',
    call: ({ handle }) => handle.deny('no'),
    cells: answering('deny'),
  },
  interrupt: {
    name: 'interrupt()',
    does: 'denies what is open and stops the turn; a paused run goes on for it',
    call: ({ handle }) => handle.interrupt(),
    cells: each(
      { outcome: 'done', hears: 'interrupt' },
      {
        stopping: { outcome: 'done', note: 'nothing' },
        ended: OVER,
        retrying: { outcome: 'done', note: 'ends the run' },
      },
    ),
  },
  abort: {
    name: 'abort()',
    does: 'denies what is open and ends the run; resolves when everything is gone',
    call: ({ handle }) => handle.abort(),
    cells: ENDING,
  },
  [Symbol.asyncDispose]: {
    name: 'await using',
    does: 'as `abort()`, when the scope is left',
    call: ({ handle }) => handle[Symbol.asyncDispose](),
    cells: ENDING,
  },
  pause: {
    name: 'pause()',
    does: 'stops every process of the run in place',
    call: ({ handle }) => handle.pause(),
    cells: each(DONE, { paused: NOT_FROM_HERE, stopping: NOT_FROM_HERE, ended: OVER }),
  },
  resume: {
    name: 'resume()',
    does: 'lets them go on',
    call: ({ handle }) => handle.resume(),
    cells: each(NOT_FROM_HERE, { paused: DONE, ended: OVER }),
  },
  end: {
    name: 'end()',
    does: 'takes no more follow-ups; resolves with the result',
    call: ({ handle }) => handle.end(),
    cells: UNTIL_THE_END,
  },
};

const ofChannel: Readonly<Record<keyof InteractionChannel, CallRow>> = {
  pending: {
    name: 'interaction.pending',
    does: 'the open questions',
    isHarmless: true,
    call: ({ handle }) => handle.interaction.pending.length,
    cells: each({ outcome: 'done', note: 'none' }, { asking: DONE, paused: DONE }),
  },
  onPending: {
    name: 'interaction.onPending(handler)',
    does: 'is called for each question that opens from now on',
    isHarmless: true,
    call: ({ handle }) => void handle.interaction.onPending(ignore),
    cells: each(DONE),
  },
  respond: {
    name: 'interaction.respond(id, response)',
    does: 'answers this question',
    call: ({ handle, interactionId }) => handle.interaction.respond(interactionId, { type: 'approve' }),
    cells: answering('approve'),
  },
  approveAll: {
    name: 'interaction.approveAll()',
    does: 'grants all open approvals, also if there are none',
    call: ({ handle }) => handle.interaction.approveAll(),
    cells: answeringAll('approve'),
  },
  denyAll: {
    name: 'interaction.denyAll(reason)',
    does: 'denies all that is open, also if there is nothing',
    call: ({ handle }) => handle.interaction.denyAll('no'),
    cells: answeringAll('deny'),
  },
};

/** A run that ends as it begins. */
const ABORTED = ({ agent }: RunHandle): RunOptions => ({ agent, prompt: 'go', signal: AbortSignal.abort() });

type ClientCall = Exclude<keyof AgentMuxClient, 'adapters' | 'sessions'>;

const ofClient: Readonly<Record<ClientCall, CallRow>> = {
  run: {
    name: 'client.run(options)',
    does: 'starts another run; after `client.close()` it throws RUN_NOT_ACTIVE',
    isHarmless: true,
    call: ({ client, handle }) => void client.run(ABORTED(handle)),
    cells: each(DONE),
  },
  prompt: {
    name: 'client.prompt(options)',
    does: 'starts another run, and resolves with its text; after `client.close()` it rejects with RUN_NOT_ACTIVE',
    isHarmless: true,
    call: ({ client, handle }) => void client.prompt(ABORTED(handle)).catch(ignore),
    cells: each(DONE),
  },
  check: {
    name: 'client.check(options)',
    does: 'says what `run` would throw, and starts nothing; after `client.close()` RUN_NOT_ACTIVE',
    isHarmless: true,
    call: ({ client, handle }) => void client.check(ABORTED(handle)),
    cells: each(DONE),
  },
  call: {
    name: 'client.call(run, options)',
    does: 'starts a run that this one calls',
    isHarmless: true,
    call: ({ client, handle }) => void client.call(handle, ABORTED(handle)),
    cells: each(DONE, { stopping: OVER, ended: OVER }),
  },
  handoff: {
    name: 'client.handoff(run, options)',
    does: 'prepares a run that takes over; as `end()` for this one',
    call: ({ client, handle }) => void client.handoff(handle, ABORTED(handle)),
    cells: each(DONE, { stopping: OVER, ended: OVER }),
  },
  close: {
    name: 'client.close()',
    does: 'as `abort()` of all its runs',
    call: ({ client }) => client.close(),
    cells: ENDING,
  },
  [Symbol.asyncDispose]: {
    name: 'await using client',
    does: 'as `client.close()`',
    call: ({ client }) => client[Symbol.asyncDispose](),
    cells: ENDING,
  },
};

const rowsOf = (table: Readonly<Record<PropertyKey, CallRow>>): CallRow[] =>
  Reflect.ownKeys(table).flatMap((key) => table[key] ?? []);

export const CALLS: readonly CallRow[] = [...rowsOf(ofHandle), ...rowsOf(ofChannel), ...rowsOf(ofClient)];
