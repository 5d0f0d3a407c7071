/** What pi and its fork omp need alike on the stage. */
import type { Race } from '../settle-events.ts';
import type { Difference } from '../stage.ts';
import { ONE_TOO_MANY } from './turn-limit.ts';

const COUNTED = Array.from({ length: 40 }, (_, index) => `${index + 1}. of some lines, no two alike.`).join('\n');

/** For modes in which a growing message is repeated. */
export const SHORTER_COUNT: Difference = {
  in: ['pause-resume'],
  why: 'each of its lines repeats the whole text',
  change: () => ({
    model: { turns: [{ steps: [{ text: COUNTED, chunk: 60, delayMs: 40 }] }] },
  }),
};

export const FAMILY_DIFFERENCES: readonly Difference[] = [
  {
    in: ['turn-limit'],
    why: 'its steps are counted, and the third request is on its way when its step begins',
    change: () => ({ expectedRequests: 3 }),
  },
  {
    in: ['timeout'],
    why: 'on a busy machine it needs some seconds before it begins',
    change: () => ({ options: { timeout: 20_000 } }),
  },
  {
    in: ['stall'],
    why: 'on a busy machine it needs some seconds before it begins',
    change: () => ({ options: { inactivityTimeout: 15_000 } }),
  },
  {
    in: ['bad-flag'],
    why: 'an id that it cannot read is to it the name of a session that it does not find',
    change: () => ({ exitReason: 'failed' }),
  },
  {
    in: ['approval-headless'],
    modes: ['json'],
    why: 'where nobody can be asked, the call is refused without a question',
    change: () => ({ proves: ['tool_error'] }),
  },
  {
    in: ['skill'],
    modes: ['json'],
    why: 'only the RPC mode names the skills that are there',
    change: () => ({ proves: ['skill_invoked'] }),
  },
];

export const FAMILY_RACES: readonly Race[] = [ONE_TOO_MANY];
