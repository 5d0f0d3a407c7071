/** Trees of runs. */
import { call, message } from '../../../../events/src/testing/journal.ts';
import {
  by,
  closes,
  FIRST,
  LEFT,
  type Line,
  opens,
  ROOT,
  runOf,
  SESSION,
  says,
  turn,
  usage,
  whole,
} from '../write-journal.ts';
import { ENDS } from './ends.ts';

const child = (number: number, name: string, depth: number, parent: number): Line =>
  opens({ number, name, depth, parent: runOf(parent), path: ['main', name], initiator: 'agent' });
const AGENT = { kind: 'agent', id: ROOT } as const;
const childRun = (number: number, name: string, depth = 1, parent = 0): Line[] => [
  child(number, name, depth, parent),
  ...by(number, [
    says('p1', 'Look', 'first', AGENT),
    SESSION,
    ...turn(0, ...message(`From ${name}`), ...call('c1'), usage(7)),
    LEFT,
    closes(),
  ]),
];

export const TREES: Readonly<Record<string, readonly Line[]>> = {
  'a child': [
    ...whole(...turn(0, ...message('Ask'))).slice(0, -2),
    ...childRun(1, 'scout'),
    ...turn(1, ...message('Heard')),
    LEFT,
    closes(),
  ],
  'two children of one name at once': [
    opens(),
    FIRST,
    SESSION,
    ...childRun(1, 'scout').slice(0, 5),
    ...childRun(2, 'scout'),
    ...childRun(1, 'scout').slice(5),
    ...turn(0, ...message('Both')),
    LEFT,
    closes(),
  ],
  'three deep': [
    opens(),
    FIRST,
    SESSION,
    ...childRun(1, 'scout').slice(0, 6),
    ...childRun(2, 'digger', 2, 1),
    ...childRun(1, 'scout').slice(6),
    ...turn(0, ...message('Deep')),
    LEFT,
    closes(),
  ],
  'a child that fails': [
    opens(),
    FIRST,
    SESSION,
    child(1, 'scout', 1, 0),
    ...by(1, [SESSION, ...turn(0, ...message('Oh')), ...(ENDS['crash'] ?? []), LEFT, closes('crash')]),
    ...turn(0, ...message('It failed')),
    LEFT,
    closes(),
  ],
  'a handoff': [
    opens(),
    FIRST,
    SESSION,
    ...turn(0, ...message('B will know')),
    LEFT,
    closes('completed', {}, runOf(1)),
    opens({ number: 1, name: 'expert', handoffFrom: ROOT, path: ['expert'], initiator: 'agent' }),
    ...by(1, [
      says('p1', 'Go on', 'first', AGENT),
      SESSION,
      ...turn(0, ...message('I know'), ...call('c1')),
      LEFT,
      closes(),
    ]),
  ],
  'a handoff that nobody takes': [
    opens(),
    FIRST,
    SESSION,
    ...turn(0, ...message('B will')),
    LEFT,
    closes('completed', {}, runOf(1)),
  ],
};
