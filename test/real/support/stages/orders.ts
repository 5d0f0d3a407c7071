/** Makes runs of a CLI comparable where it leaves an order to chance. */
import type { NormalEvent } from '@agent-mux/testkit';

type Events = readonly NormalEvent[];

/** Tokens and money of a request to the end of its step. */
export function billLast(events: Events): Events {
  const settled: NormalEvent[] = [];
  let bill: NormalEvent[] = [];
  for (const event of events) {
    if (event['type'] === 'token_usage' || event['type'] === 'cost') {
      bill.push(event);
      continue;
    }
    if (event['type'] === 'step_end' || event['type'] === 'turn_end') {
      settled.push(...bill);
      bill = [];
    }
    settled.push(event);
  }
  return [...settled, ...bill];
}

/** One delta for all that a command has printed, where the first of it was told. */
export function joinOutput(events: Events): Events {
  const printed = new Map<unknown, NormalEvent & { delta: string }>();
  return events.flatMap((event) => {
    const { type, toolCallId, delta } = event;
    if (type !== 'shell_stdout_delta') {
      return [event];
    }
    const joined = printed.get(toolCallId);
    if (joined !== undefined) {
      joined.delta += String(delta);
      return [];
    }
    const first = { ...event, delta: String(delta) };
    printed.set(toolCallId, first);
    return [first];
  });
}

/** What is said of calls to the end of their step, one call after the other. */
export function callsApart(events: Events): Events {
  const settled: NormalEvent[] = [];
  let calls: NormalEvent[] = [];
  for (const event of events) {
    if (event['toolCallId'] !== undefined) {
      calls.push(event);
      continue;
    }
    if (event['type'] === 'step_end') {
      settled.push(...calls.sort((a, b) => String(a['toolCallId']).localeCompare(String(b['toolCallId']))));
      calls = [];
    }
    settled.push(event);
  }
  return [...settled, ...calls];
}

/** The main agent first, then each subagent, whoever spoke in between. */
export function lanesApart(events: Events): Events {
  const laneOf = ({ lane }: NormalEvent): string => String(lane ?? '');
  const lanes = [...new Set(events.map(laneOf))].sort();
  return lanes.flatMap((lane) => events.filter((event) => laneOf(event) === lane));
}

/** Each agent for itself; what it all costs adds up in that order. */
export function billedApart(events: Events): Events {
  const sums = events.filter(({ type }) => type === 'cost').map(({ cost }) => cost);
  return lanesApart(events).map((event) => (event['type'] === 'cost' ? { ...event, cost: sums.shift() } : event));
}

/** The subagents that are sent, by their ids, where the first of them is sent. */
export function spawnsInOrder(events: Events): Events {
  const isSpawn = ({ type }: NormalEvent): boolean => type === 'subagent_spawn';
  const at = events.findIndex(isSpawn);
  const spawned = events.filter(isSpawn).sort((a, b) => String(a['subagentId']).localeCompare(String(b['subagentId'])));
  const others = events.filter((event) => !isSpawn(event));
  return [...others.slice(0, at), ...spawned, ...others.slice(at)];
}

/** These behind all others, both in their order. */
export function toTheEnd(events: Events, isMeant: (event: NormalEvent) => boolean): Events {
  return [...events.filter((event) => !isMeant(event)), ...events.filter(isMeant)];
}

/** One delta for pieces of a text that follow each other. */
export function joinDeltas(events: Events): Events {
  const joined: NormalEvent[] = [];
  for (const event of events) {
    const before = joined.at(-1);
    if (event['type'] === 'text_delta' && before?.['type'] === 'text_delta') {
      joined[joined.length - 1] = { ...before, delta: `${String(before['delta'])}${String(event['delta'])}` };
      continue;
    }
    joined.push(event);
  }
  return joined;
}

/** Calls that we closed with their turn as those that we closed with the run, which was aborted: the CLI may not live to end its turn. */
export function closedAlike(events: Events): NormalEvent[] {
  const ends = /^The (?:turn has ended|run has ended: aborted)\.$/;
  return events.map((event) => (ends.test(String(event['error'])) ? { ...event, error: 'closed' } : event));
}
