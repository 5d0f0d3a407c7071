/** Who acts: a run on its main lane, or a lane of it, which is a subagent of its CLI. */
import type { Cycle } from './cycle.ts';
import { find, type Keyed, put } from './keyed.ts';
import type { Run } from './runs.ts';

export interface Actor {
  /** The id: that of its run for the main lane, `<run id>/<subagent id>` for a lane. */
  readonly id: string;
  readonly runId: string;
  /** The `subagentId`; null on the main lane. */
  readonly lane: string | null;
  /** The name: a run has `header.name`, else the agent's; a lane the name that the agent gives it. */
  name: string;
  /** The depth: 0 for the root, one more than that of its caller for a lane. */
  depth: number;
  /** The id of the actor that called it; null for a root. A successor has the caller of its predecessor. */
  parent: string | null;
  /** Its task, where that was told. */
  prompt: string;
  /** Whether it is between its spawn and its result, or between `open` and `close`. */
  isOpen: boolean;
  /** The number of its open message, over all messages of its run from 0 on; null where none is open. */
  message: number | null;
  /** The number of its open thinking block; null where none is open. */
  thinking: number | null;
  /** The text of its last complete message. */
  text: string;
  /** The model that the CLI has told last for its requests or its session; null where it tells none. */
  model: string | null;
  /** The provider of that model, as the CLI names it. */
  provider: string | null;
  /** The number of messages that it has begun. */
  messages: number;
  /** The number of generation cycles that have begun. */
  cycles: number;
  /** The cycle that goes on. */
  cycle: Cycle | null;
  /** Whether its running turn tells its steps, so that they are its cycles. Lanes have none. */
  hasSteps: boolean;
}

/** The id of an actor. */
export function actorId(runId: string, lane: string | undefined): string {
  return lane === undefined ? runId : `${runId}/${lane}`;
}

type Identity = Pick<Actor, 'id' | 'runId' | 'lane' | 'name' | 'depth' | 'parent' | 'prompt'>;

// Its fields are named for the same reason as those of a run.
function createActor({ id, runId, lane, name, depth, parent, prompt }: Identity): Actor {
  return {
    id,
    runId,
    lane,
    name,
    depth,
    parent,
    prompt,
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

/** The name of a run; where that is empty, that of its agent. */
export function nameOf({ header, agent }: Pick<Run, 'header' | 'agent'>): string {
  return header?.name || agent;
}

/**
 * The model of its requests, as the CLI has told it last, or before that as the host asked for it. Nobody asks for that of a subagent. What
 * is not known is absent.
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

/** Opens a lane; one that was never spawned has its agent's name. */
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
