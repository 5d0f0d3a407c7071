/** Several prompts in one run. */
import { message, subagentResult, thinking } from '../../../../events/src/testing/journal.ts';
import {
  closes,
  controls,
  cost,
  delivered,
  FIRST,
  LEFT,
  type Line,
  opens,
  SESSION,
  says,
  turn,
  usage,
  whole,
} from '../write-journal.ts';

export const TURNS: Readonly<Record<string, readonly Line[]>> = {
  'three turns': whole(
    ...turn(0, ...message('One'), usage(10)),
    says('p2', 'Two?', 'new-turn'),
    delivered('p2', 'new-turn'),
    ...turn(1, ...message('Two'), usage(20), cost(0.1)),
    says('p3', 'Three?', 'new-turn'),
    ...turn(2, ...message('Three')),
    cost(0.2),
  ),
  'turns of a run that waits between them': [
    opens({ options: { keepOpen: true } }),
    FIRST,
    SESSION,
    ...turn(0, ...message('One'), usage(10)),
    usage(3),
    says('p2', 'Two?', 'new-turn'),
    ...turn(1, ...message('Two')),
    controls('end'),
    LEFT,
    closes(),
  ],
  'words for the running turn': whole(
    { type: 'turn_start', turnIndex: 0 },
    ...message('One'),
    says('p2', 'Also this', 'steer'),
    ...thinking('Hm'),
    delivered('p2', 'steered'),
    ...message('This too'),
    { type: 'turn_end', turnIndex: 0 },
  ),
  'words for a turn that was over': whole(
    ...turn(0, ...message('One'), says('p2', 'Also this', 'steer')),
    delivered('p2', 'new-turn'),
    ...turn(1, ...message('This too')),
  ),
  'words of which nobody told what became': whole(...turn(0, ...message('One'), says('p2', 'Too late', 'steer'))),
  'what began after the end of the turn': whole(
    ...turn(0, ...message('Hi')),
    { type: 'subagent_spawn', subagentId: 'l1', agentName: 'scout', prompt: 'look' },
    subagentResult('l1'),
  ),
};
