/** Gives a program the handle of its run, with which it iterates, listens, awaits, answers, steers and stops. */

import { checkArgument, checkOptions, demandCall } from '../demand-call.ts';
import { AgentMuxError } from '../errors.ts';
import { check, filledText, isRecord, nothingBut, oneOf, text } from '../field-rules.ts';
import { given } from '../given.ts';
import { promised } from '../promised.ts';
import type { Boundary, Delivery, FollowUpOptions, RunHandle, RunTree } from '../readers/index.ts';
import { consumersOf } from '../readers/index.ts';
import { demandNote } from './demand-note.ts';
import { BOUNDARIES } from './follow-ups.ts';
import { type Run, reasonOf } from './run.ts';
import type { RunParts } from './run-parts.ts';

export function createRunHandle(run: Run, tree: RunTree): RunHandle {
  const { life, prepared } = run;
  const { journal, channel, turns } = life.parts;
  const consumers = consumersOf(journal, {
    ended: () => run.result,
    handle: () => handle,
    activity: turns.activity,
    turns: turns.readers,
  });

  const handle: RunHandle = {
    runId: prepared.runId,
    agent: prepared.agent,
    mode: prepared.mode.name,
    model: prepared.options.model,
    get state() {
      return life.status.state;
    },
    get activity() {
      return turns.activity.now;
    },
    get pid() {
      return life.attempt.pid;
    },
    interaction: channel,
    tree,
    ...consumers,
    publish: (kind, data, options) => run.publish(demandNote(kind, data, options)),
    ...promptsOf(run),
    ...answersOf(life.parts),
    ...controlsOf(run, consumers.result),
  };
  return handle;
}

/** The calls that give a run words. */
function promptsOf(run: Run): Pick<RunHandle, 'send' | 'continue' | 'queue' | 'steer'> {
  const { channel, turns } = run.life.parts;
  return {
    send(prompt: string, other?: unknown) {
      const [question, ...others] = channel.open;
      return question?.type === 'input' && others.length === 0 && typeof prompt === 'string' && !isRecord(other)
        ? answerIn(channel.respond(question.id, { type: 'text', text: prompt }), () => turns.answered)
        : followUp(run, 'send', { prompt, other }, 'next-turn');
    },
    continue: (prompt: string, other?: unknown) => followUp(run, 'continue', { prompt, other }, 'next-turn'),
    queue: (prompt, options) => followUp(run, 'queue', { prompt, options }, 'next-turn'),
    steer: (prompt, options) => followUp(run, 'steer', { prompt, options }, 'now'),
  };
}

// A caller that does not wait for the answer must not lose its host when the run ends first.
function answerIn<T>(given: Promise<void>, then: () => T): Promise<T> {
  const answered = given.then(then);
  answered.catch(() => {});
  return answered;
}

// It is not async: a promise of ours that nobody waits for must not end the host when the run ends first.
function followUp(run: Run, what: string, given: GivenPrompt, otherwise: Boundary | 'now'): Promise<Delivery> {
  return promised(() => {
    demandPrompt(what, given);
    return run.followUp(what, { text: given.prompt }, given.options?.when ?? otherwise);
  });
}

/** The calls that answer the approval that has been open for the longest time. */
function answersOf({ channel }: RunParts): Pick<RunHandle, 'approve' | 'deny'> {
  function oldestApproval(what: string): string {
    const approval = channel.pending.find(({ type }) => type === 'approval');
    if (approval === undefined) {
      throw new AgentMuxError('NO_PENDING_INTERACTION', `${what}(): no approval is open.`);
    }
    return approval.id;
  }

  return {
    approve: (detail) =>
      promised(() => {
        demandText('approve', 'detail', detail);
        return channel.respond(oldestApproval('approve'), { type: 'approve', ...given({ detail }) });
      }),
    deny: (reason) =>
      promised(() => {
        demandText('deny', 'reason', reason);
        return channel.respond(oldestApproval('deny'), { type: 'deny', ...given({ reason }) });
      }),
  };
}

type Controls = 'interrupt' | 'abort' | 'pause' | 'resume' | 'end' | typeof Symbol.asyncDispose;

/** The calls that stop a run, for a while or for good. */
function controlsOf(run: Run, result: RunHandle['result']): Pick<RunHandle, Controls> {
  return {
    async interrupt() {
      run.interrupt();
    },
    async abort(reason) {
      run.abort(reasonOf(reason));
      await run.result;
    },
    async pause() {
      run.pause();
    },
    async resume() {
      run.resume();
    },
    async end() {
      run.end();
      return result();
    },
    async [Symbol.asyncDispose]() {
      run.abort();
      await run.result;
    },
  };
}

const WHEN = { when: oneOf(...BOUNDARIES) };

/** The arguments of a call that gives a prompt. */
interface GivenPrompt {
  readonly prompt: string;
  readonly options?: FollowUpOptions | undefined;
  /**
   * The argument in a place where the call takes none. If it is an object, the caller took the call for another one.
   */
  readonly other?: unknown;
}

function demandPrompt(what: string, { prompt, options, other }: GivenPrompt): void {
  demandCall(`${what}()`, [
    ...checkArgument(filledText, prompt, 'prompt'),
    ...checkOptions(WHEN, options),
    ...(isRecord(other) ? check(NOTHING_MORE, other, 'options') : []),
  ]);
}

/** `continue` and `send` take no moment: it is for the other calls. */
const NOTHING_MORE = nothingBut('left out: queue() and steer() take `when`');

function demandText(what: string, name: string, given: unknown): void {
  demandCall(`${what}()`, given === undefined ? [] : check(text, given, name));
}
