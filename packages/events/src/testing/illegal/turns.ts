/** Streams with wrong turns and steps. */
import { call, callReady, message, onLane, result, run, spawn, step, subagentResult, turn } from '../journal.ts';
import { end, type Illegal, inBuffered, inTurn, start } from './illegal.ts';

export const TURNS: readonly Illegal[] = [
  { rule: 'M-16', name: 'a first turn 1', events: run(...turn(1)) },
  { rule: 'M-16', name: 'a turn left out', events: run(...turn(0), ...turn(2)) },
  { rule: 'M-16', name: 'a turn twice', events: run(...turn(0), ...turn(0)) },
  {
    rule: 'M-16',
    name: 'a turn within another',
    events: [start, { type: 'turn_start', turnIndex: 0 }, ...turn(1), end(1)],
  },
  { rule: 'M-16', name: 'a turn that ends twice', events: run(...turn(0), { type: 'turn_end', turnIndex: 0 }) },
  {
    rule: 'M-16',
    name: 'a turn that ends as another',
    events: [start, { type: 'turn_start', turnIndex: 0 }, { type: 'turn_end', turnIndex: 1 }, end(1)],
  },
  { rule: 'M-16', name: 'a turn open at session_end', events: run({ type: 'turn_start', turnIndex: 0 }) },
  {
    rule: 'M-16',
    name: 'a turn open at a terminal event',
    events: run({ type: 'turn_start', turnIndex: 0 }, { type: 'aborted' }),
  },
  { rule: 'M-16', name: 'a turn without a session', events: [...turn(0), { type: 'aborted' }] },
  { rule: 'M-17', name: 'a message outside a turn', events: run(...message('a')) },
  {
    rule: 'M-17',
    name: 'a message outside a turn, where nothing streams',
    events: run(...message('a')),
    options: inBuffered,
  },
  { rule: 'M-17', name: 'a call outside a turn', events: run(...call('t')) },
  {
    rule: 'M-17',
    name: 'a subagent that ends outside a turn',
    events: run(...turn(0, spawn('a')), subagentResult('a')),
  },
  {
    rule: 'M-17',
    name: 'a lane that talks outside a turn',
    events: run(...turn(0, spawn('a')), ...onLane('a', message('x')), ...turn(1, subagentResult('a'))),
  },
  { rule: 'M-17', name: 'an image outside a turn', events: run({ type: 'image_input_ack', mimeType: 'image/png' }) },
  { rule: 'M-18', name: 'a step outside a turn', events: run(...step(0)) },
  { rule: 'M-18', name: 'a first step 1', events: inTurn(...step(1)) },
  { rule: 'M-18', name: 'a step of another turn', events: run(...turn(0), ...turn(1, ...step(0))) },
  {
    rule: 'M-18',
    name: 'steps that go on over turns',
    events: run(
      ...turn(0, ...step(0)),
      ...turn(
        1,
        { type: 'step_start', turnIndex: 1, stepIndex: 1, stepType: '' },
        { type: 'step_end', turnIndex: 1, stepIndex: 1 },
      ),
    ),
  },
  {
    rule: 'M-18',
    name: 'a step within another',
    events: inTurn({ type: 'step_start', turnIndex: 0, stepIndex: 0, stepType: '' }, ...step(1)),
  },
  {
    rule: 'M-18',
    name: 'a step that ends as another',
    events: inTurn(
      { type: 'step_start', turnIndex: 0, stepIndex: 0, stepType: '' },
      { type: 'step_end', turnIndex: 0, stepIndex: 1 },
    ),
  },
  {
    rule: 'M-18',
    name: 'a step that ends twice',
    events: inTurn(...step(0), { type: 'step_end', turnIndex: 0, stepIndex: 0 }),
  },
  {
    rule: 'M-18',
    name: 'a step open at turn_end',
    events: inTurn({ type: 'step_start', turnIndex: 0, stepIndex: 0, stepType: '' }),
  },
  { rule: 'D-step', name: 'a call open at step_end', events: inTurn(...step(0, ...callReady('t')), result('t')) },
  {
    rule: 'D-step',
    name: 'a message open at step_end',
    events: inTurn(...step(0, ...message('a').slice(0, 2)), { type: 'message_stop', text: 'a' }).slice(0),
  },
];
