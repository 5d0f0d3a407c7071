/** What omp 18.2.3 says of its subagents where that comes to nothing; the dialect's tests have whole conversations. */
import { expect, it } from 'vitest';
import { Lane } from '../../pi-family/index.ts';
import { Subagents } from './subagents.ts';

const subagents = () =>
  new Subagents(
    (name) =>
      new Lane(name, {
        ...{ cwd: () => '/work', startsWithUpdate: false, toolKinds: {}, refusalOf: undefined },
        ...{ mcpOf: () => undefined, hides: () => false, hidden: () => [] },
      }),
  );
const dispatch = { toolCallId: 'call-1', input: { tasks: [] }, result: undefined, isError: false };

it.each<[string, (known: Subagents) => unknown]>([
  ['a dispatch that is written and has no subagent yet', (known) => known.dispatched('ready', dispatch)],
  ['a dispatch that goes on', (known) => known.dispatched('update', dispatch)],
  ['a line about a subagent without an id', (known) => known.lifecycle({ payload: { status: 'started' } })],
  ['a line about no subagent', (known) => known.lifecycle({})],
  ['a line of a subagent that nobody knows', (known) => known.event({ payload: { id: 'A', event: {} } })],
  ['the end of a report that has no beginning', (known) => known.reported('all well</task-result>')],
  ['a report that has no status', (known) => known.reported('<task-result id="A">all well</task-result>')],
  [
    'a report about a subagent that nobody knows',
    (known) => known.reported('<task-result id="A" status="failed">No.</task-result>'),
  ],
  ['a report that does not end', (known) => known.reported('<task-result id="A" status="completed">')],
  ['the end of a turn without subagents', (known) => known.turnEnded()],
])('tells nothing of %s', (_what, happens) => {
  const known = subagents();
  expect(happens(known)).toEqual([]);
  expect([known.areBusy, known.lanes.size]).toEqual([false, 0]);
});
