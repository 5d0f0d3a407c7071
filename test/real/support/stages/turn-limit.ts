/** `turn-limit` where the runtime counts the steps: the request that is one too many is under way before the run can be stopped. */
import type { Race } from '../settle-events.ts';
import type { Difference } from '../stage.ts';

/** What the model asks for in that request must not have ended by then, or the next one would begin. */
export const COUNTED_BY_US: Difference = {
  in: ['turn-limit'],
  why: 'the runtime counts: it knows of a model request when its answer begins, and what that asks for may run',
  change: ({ model: { turns } }) => ({
    expectedRequests: 3,
    model: {
      turns: turns.map(({ steps: [call = {}] }) => ({
        steps: [call, call, { tools: [{ kind: 'shell', command: 'sleep 20' }] }],
      })),
    },
  }),
};

export const ONE_TOO_MANY: Race = {
  in: ['turn-limit'],
  why: 'how far the request that is one too many gets before the run is stopped',
  settle: (events) => {
    const tooMany = events.findIndex(({ type, stepIndex }) => type === 'step_start' && stepIndex === 2);
    const end = events.findIndex(({ type }) => type === 'turn_end');
    return [...events.slice(0, tooMany + 1), ...events.slice(end)].map((event) => ({ ...event, cost: undefined }));
  },
};
