/** Compares the texts that events tell with those that the CLI itself calls complete. */
import type { AgentEvent } from '@agent-mux/events';
import type { NativeTexts } from './native-texts.ts';

/** Returns each problem in words; none where all is as the CLI says. */
export function findTextProblems(
  events: readonly AgentEvent[],
  result: string,
  native: NativeTexts | undefined,
): string[] {
  const stops = events.flatMap((event) =>
    event.type === 'message_stop' && event.lane === undefined ? [event.text] : [],
  );
  const thoughts = events.flatMap((event) =>
    event.type === 'thinking_stop' && event.lane === undefined ? [event.thinking] : [],
  );
  const problems = findDeltaProblems(events);
  if (result !== (stops.at(-1) ?? '')) {
    problems.push(`result.text is ${JSON.stringify(result)}, and the last message ${JSON.stringify(stops.at(-1))}`);
  }
  if (native !== undefined) {
    problems.push(...missing('message', native.messages, stops), ...missing('thinking', native.thoughts, thoughts));
    if (native.final !== undefined && native.final !== result) {
      problems.push(`result.text is ${JSON.stringify(result)}, and the CLI's result ${JSON.stringify(native.final)}`);
    }
    if (native.joined !== undefined && native.joined !== stops.join('')) {
      problems.push(
        `all messages are ${JSON.stringify(stops.join(''))}, and the CLI's ${JSON.stringify(native.joined)}`,
      );
    }
    const last = native.messages.at(-1);
    if (last !== undefined && result !== last && !native.messages.includes(result)) {
      problems.push(`result.text is ${JSON.stringify(result)}, and the CLI's last words ${JSON.stringify(last)}`);
    }
  }
  return problems;
}

function missing(what: string, wanted: readonly string[], told: readonly string[]): string[] {
  let from = 0;
  return wanted.flatMap((text) => {
    const index = told.indexOf(text, from);
    if (index === -1) {
      return [`no ${what} is ${JSON.stringify(text)} at its place`];
    }
    from = index + 1;
    return [];
  });
}

/** Each stop is what its deltas add up to. */
export function findDeltaProblems(events: readonly AgentEvent[]): string[] {
  const open = new Map<string, string>();
  const problems: string[] = [];
  for (const event of events) {
    const key = `${event.type.split('_')[0]} ${event.lane ?? ''}`.replace(/^text/, 'message');
    if (event.type === 'text_delta' || event.type === 'thinking_delta') {
      open.set(key, (open.get(key) ?? '') + event.delta);
    } else if (event.type === 'message_stop' || event.type === 'thinking_stop') {
      const text = event.type === 'message_stop' ? event.text : event.thinking;
      if (text !== (open.get(key) ?? '')) {
        problems.push(
          `${event.type} @${event.seq} is ${JSON.stringify(text)}, its deltas ${JSON.stringify(open.get(key))}`,
        );
      }
      open.delete(key);
    }
  }
  return problems;
}
