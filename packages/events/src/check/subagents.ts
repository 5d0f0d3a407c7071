/** Subagents and their lanes. */
import { EVENT_CATEGORY, type EventCategory } from '../event-types.ts';
import type { AgentEvent, EventOf } from '../events.ts';
import type { CheckState, Watch } from './check-state.ts';

export function watchSubagents({ report, open }: CheckState): Watch {
  const spawned = new Map<string, EventOf<'subagent_spawn'>>();

  const end = (event: EventOf<'subagent_result' | 'subagent_error'>): void => {
    const { type, subagentId: id, agentName, lane } = event;
    const spawn = spawned.get(id);
    if (spawn === undefined || open.get('subagent', id) === undefined) {
      report('M-26', `${type} of ${id}, which ${spawn === undefined ? 'was never spawned' : 'has ended'}`);
      return;
    }
    if (agentName !== spawn.agentName) {
      report('M-26', `${type} of ${id}: ${spawn.agentName} became ${agentName}`);
    }
    if (lane !== spawn.lane) {
      report('D-lane', `${type} of ${id} is on another lane than its spawn`);
    }
    open.remove('subagent', id);
  };
  const checkLane = ({ lane, type }: AgentEvent): void => {
    if (lane === undefined) {
      return;
    }
    const category = EVENT_CATEGORY[type];
    if (category === 'session' || category === 'turn') {
      report('D-lane', `${type} on lane ${lane}`);
      return;
    }
    if (WITHOUT_LANE.has(category) || open.get('subagent', lane) !== undefined) {
      return;
    }
    report('D-lane', `${type} on lane ${lane}, which ${spawned.has(lane) ? 'has ended' : 'was never spawned'}`);
  };

  return (event) => {
    checkLane(event);
    switch (event.type) {
      case 'subagent_spawn':
        if (spawned.has(event.subagentId)) {
          report('M-8', `the subagent ${event.subagentId} was spawned before`);
        }
        spawned.set(event.subagentId, event);
        open.add({ kind: 'subagent', id: event.subagentId, lane: event.lane, rule: 'M-26' });
        return;
      case 'subagent_result':
      case 'subagent_error':
        return end(event);
      default:
    }
  };
}

/** Categories that are shown even for hidden lanes, because they concern the user or the bill, whoever caused them. */
const WITHOUT_LANE: ReadonlySet<EventCategory> = new Set<EventCategory>([
  'interaction',
  'cost',
  'rate_limit',
  'error',
  'debug',
]);
