/** Who acts: a run on its main lane, or a lane of it, which is a subagent of its CLI. */
import type { Cycle } from './cycle.ts';
import { find, type Keyed, put } from './keyed.ts';
import type { Run } from './runs.ts';

export interface Actor {
  /** Of the main lane the id of its run, of a lane `<run id>/<subagent id>`. */
  readonly id: string;
  readonly runId: string;
  /** The `subagentId`; null on the main lane. */
  readonly lane: string | null;
  /** Of a run `header.name`, else the agent's; of a lane what the agent calls it. */
  name: string;
  /** Of the root 0; of a lane one more than that of who called it. */
  depth: number;
  /** The id of the actor that called it; null of a root. A successor has the caller of its predecessor. */
  parent: string | null;
  /** What it was asked for, where that was told. */
  prompt: string;
  /** Between its spawn and its result, and between `open` and `close`. */
  isOpen: boolean;
  /** The number of its open message, over all messages of its run from 0 on; null: none. */
  message: number | null;
  /** The same of its open thinking block. */
  thinking: number | null;
  /** The text of its last whole message. */
  text: string;
  /** As the CLI has told it last of its requests, or of its session; null: it tells none. */
  model: string | null;
  /** Of that model, in the CLI's own words. */
  provider: string | null;
  /** How many messages it has begun. */
  messages: number;
  /** Generation cycles that have begun. */
  cycles: number;
  /** The one that goes on. */
  cycle: Cycle | null;
  /** Its running turn tells its steps, so that they are its cycles. Lanes have none. */
  hasSteps: boolean;
}

/** The id of an actor. */
export function actorId(runId: string, lane: string | undefined): string {
  return lane === undefined ? runId : `${runId}/${lane}`;
}

type Identity = Pick<Actor, 'id' | 'runId' | 'lane' | 'name' | 'depth' | 'parent' | 'prompt'>;

function createActor(identity: Identity): Actor {
  return {
    ...identity,
    isOpen: true,
    message: null,
    thinking: null,
    text: '',
    model: null,
    provider: null,
    messages: 0,
    cycles: 0,
    cycle: null,
    hasSteps: false,
  };
}

/** What a run is called; where that is empty, as its agent is. */
export function nameOf({ header, agent }: Pick<Run, 'header' | 'agent'>): string {
  return header?.name || agent;
}

/**
 * Which model its requests go to, as the CLI has told it last; before it has told any, as it was asked for. Of a subagent nothing was
 * asked for. What is not known is absent.
 */
export function modelOf(
  { header }: Pick<Run, 'header'>,
  actor: Actor,
): { readonly model?: string; readonly provider?: string } {
  const asked = actor.lane === null ? header : null;
  const model = actor.model ?? asked?.model;
  const provider = actor.provider ?? asked?.provider;
  return { ...(model === undefined ? {} : { model }), ...(provider === undefined ? {} : { provider }) };
}

/** The main lane of a run. */
export function createMainActor(run: Run): Actor {
  const { header, runId } = run;
  return createActor({
    id: runId,
    runId,
    lane: null,
    name: nameOf(run),
    depth: header?.depth ?? 0,
    parent: header?.parent ?? null,
    prompt: header?.prompt ?? '',
  });
}

/** A lane; one that was never spawned is called as its agent is. */
export function openLane(
  actors: Keyed<Actor>,
  run: Run,
  { lane, caller, name, prompt }: { lane: string; caller: Actor; name?: string | undefined; prompt?: string },
): Actor {
  const id = actorId(run.runId, lane);
  const known = find(actors, id);
  if (known !== undefined) {
    if (name !== undefined) {
      known.name = name;
    }
    if (prompt !== undefined) {
      known.prompt = prompt;
    }
    return known;
  }
  return put(
    actors,
    id,
    createActor({
      id,
      runId: run.runId,
      lane,
      name: name ?? run.agent,
      depth: caller.depth + 1,
      parent: caller.id,
      prompt: prompt ?? '',
    }),
  );
}
