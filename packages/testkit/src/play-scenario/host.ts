/** Performs the host actions of a scenario at their moments, on the handle of a live run. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Delivery, InteractionResponse, RunHandle } from '@agent-mux/core';
import type { AgentEvent } from '@agent-mux/events';
import type { AgentProfile, ModelServer } from '../model-server/index.ts';
import type { Deed, HostAction, Moment, ToolCall } from '../scenario/index.ts';
import type { EventLog } from './event-log.ts';

/** Prompts for which an agent has words of its own. */
export interface HostWords {
  /** The prompt by which it compacts its conversation. */
  readonly compact?: string;
}

export interface PlayedFollowUp {
  readonly text: string;
  /** How the follow-up was delivered, or the message of the error. */
  readonly delivered: Delivery['delivered'] | { readonly error: string };
}

export interface HostOptions {
  readonly handle: RunHandle;
  readonly log: EventLog;
  readonly server: ModelServer;
  readonly profile: AgentProfile;
  readonly cwd: string;
  readonly words: HostWords;
}

export interface HostReport {
  readonly followUps: readonly PlayedFollowUp[];
  /** Actions that were never due, or that failed, in words. */
  readonly problems: readonly string[];
}

/** Resolves when all is done, or the run is over. Does not reject. */
export async function performActions(actions: readonly HostAction[], options: HostOptions): Promise<HostReport> {
  const { handle, log } = options;
  const problems: string[] = [];
  const followUps: Promise<PlayedFollowUp>[] = [];
  const stopped = new AbortController();
  const over = log.ended.then(() => stopped.abort());
  // The search goes on one past the event that the last action has met.
  let from = 0;
  for (const action of actions) {
    let met: AgentEvent | undefined;
    if (action.at !== undefined) {
      const reached = await reach(action.at, { ...options, from, signal: stopped.signal });
      if (reached === undefined) {
        problems.push(`The run ended before it was time for ${JSON.stringify(action)}.`);
        break;
      }
      from = Math.max(from, reached);
      met = 'event' in action.at ? log.events[reached - 1] : undefined;
    }
    try {
      perform(action, { ...options, met, followUps, failed: (error) => problems.push(describe(action, error)) });
    } catch (error) {
      problems.push(describe(action, error));
    }
  }
  await handle.result();
  await over;
  return { followUps: await Promise.all(followUps), problems };
}

function describe(action: HostAction, error: unknown): string {
  return `${JSON.stringify(action)} failed: ${error instanceof Error ? error.message : String(error)}`;
}

/** The place after the event that was met, or where the search goes on; undefined when the run is over before. */
async function reach(
  at: Moment,
  { log, server, from, signal }: HostOptions & { readonly from: number; readonly signal: AbortSignal },
): Promise<number | undefined> {
  if ('event' in at) {
    const index = await log.find(at.event, from, at.nth ?? 1);
    return index === undefined ? undefined : index + 1;
  }
  const done = 'afterMs' in at ? sleep(at.afterMs) : server.waitFor('gate' in at ? at.gate : at.requests);
  const isReached = await Promise.race([done.then(() => true), untilAborted(signal).then(() => false)]);
  return isReached ? from : undefined;
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
    } else {
      signal.addEventListener('abort', () => resolve(), { once: true });
    }
  });
}

interface Play extends HostOptions {
  readonly met: AgentEvent | undefined;
  readonly followUps: Promise<PlayedFollowUp>[];
  failed(error: unknown): void;
}

function perform(deed: Deed, play: Play): void {
  const { handle, server, words } = play;
  const hope = (promise: Promise<unknown>): void => void promise.catch(play.failed);
  switch (deed.do) {
    case 'approve':
    case 'deny':
    case 'answer':
      hope(handle.interaction.respond(interactionOf(play.met), toResponse(deed, play)));
      return;
    case 'continue':
    case 'send':
    case 'queue':
    case 'steer':
      followUp(deed.text, handle[deed.do](deed.text), play);
      return;
    case 'compact':
      if (words.compact === undefined) {
        throw new Error('the agent has no words for it');
      }
      followUp(words.compact, handle.continue(words.compact), play);
      return;
    case 'release':
      server.release(deed.gate);
      return;
    case 'interrupt':
    case 'pause':
    case 'resume':
      hope(handle[deed.do]());
      return;
    case 'abort':
      hope(handle.abort());
      return;
    case 'end':
      hope(handle.end());
      return;
    case 'kill':
      if (handle.pid === undefined) {
        throw new Error('there is no process');
      }
      process.kill(handle.pid, 'SIGKILL');
      return;
    case 'wait':
      return;
    default:
      deed satisfies never;
  }
}

function followUp(text: string, handed: Promise<Delivery>, { followUps, failed }: Play): void {
  followUps.push(
    handed.then(
      ({ delivered }) => ({ text, delivered }),
      (error: unknown) => {
        failed(error);
        return { text, delivered: { error: error instanceof Error ? error.message : String(error) } };
      },
    ),
  );
}

function interactionOf(event: AgentEvent | undefined): string {
  if (event?.type === 'approval_request' || event?.type === 'input_required') {
    return event.interactionId;
  }
  throw new Error('its moment is no question of the agent');
}

type Answer = Extract<Deed, { do: 'approve' | 'deny' | 'answer' }>;

function toResponse(deed: Answer, play: Play): InteractionResponse {
  switch (deed.do) {
    case 'approve':
      return {
        type: 'approve',
        ...(deed.scope === undefined ? {} : { scope: deed.scope }),
        ...(deed.call === undefined ? {} : { input: toInput(deed.call, play) }),
      };
    case 'deny':
      return {
        type: 'deny',
        ...(deed.reason === undefined ? {} : { reason: deed.reason }),
        ...(deed.interrupt === undefined ? {} : { interrupt: deed.interrupt }),
      };
    case 'answer':
      if ('text' in deed) {
        return { type: 'text', text: deed.text };
      }
      return 'answers' in deed ? { type: 'answers', answers: deed.answers } : { type: 'form', ...deed.form };
    default:
      return deed satisfies never;
  }
}

/** The input of a scripted call, in the form of the agent's own tool. */
function toInput(call: ToolCall, { profile, cwd }: Play): unknown {
  return JSON.parse(profile.toNativeCall(call, { cwd, markTask: (_lane, task) => task }).inputText);
}
