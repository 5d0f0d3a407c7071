/** Runs that are short, broken off, or say little. */
import { message, thinking } from '../../../../events/src/testing/journal.ts';
import { closes, cost, FIRST, LEFT, type Line, opens, SESSION, turn, usage, whole } from '../write-journal.ts';
import { ENDS } from './ends.ts';

export const RUNS: Readonly<Record<string, readonly Line[]>> = {
  'nothing at all': [],
  'an open and no more': [opens()],
  'a first prompt and no more': [opens(), FIRST],
  'a run without a session': [opens(), FIRST, ...(ENDS['auth'] ?? []), closes('auth')],
  'a run that never started': [opens(), closes('aborted', { attempts: 1 })],
  'a failure that no event told': [opens(), FIRST, SESSION, ...turn(0, ...message('Hi')), LEFT, closes('error')],
  'a message': whole(...turn(0, ...message('Hel', 'lo'))),
  'a message without other entries': [SESSION, ...turn(0, ...message('Hel', 'lo')), LEFT],
  'a crash without other entries': [SESSION, ...turn(0, ...message('Hi')), ...(ENDS['crash'] ?? []), LEFT],
  'thinking before text': whole(...turn(0, ...thinking('Let ', 'me'), ...message('Yes'), usage(10))),
  'an empty turn': whole(...turn(0)),
  'usage and cost after the turn': whole(...turn(0, ...message('Hi')), usage(10), cost(0.5)),
  'a cost without usage': whole(...turn(0, ...message('Hi'), cost(0.5))),
};
