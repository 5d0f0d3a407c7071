/** Streams with something wrong at their ends: the session and what is loaded into it. */
import { run, turn } from '../journal.ts';
import { debug, end, forked, type Illegal, inTurn, resumed, start } from './illegal.ts';

export const SESSION: readonly Illegal[] = [
  {
    rule: 'M-8',
    name: 'the end of another session',
    events: [start, { type: 'session_end', sessionId: 'x', turnCount: 0 }],
  },
  {
    rule: 'M-8',
    name: 'a checkpoint of another session',
    events: inTurn({ type: 'session_checkpoint', sessionId: 'x', checkpointId: 'c' }),
  },
  { rule: 'M-10', name: 'a second session', events: run(start) },
  {
    rule: 'M-10',
    name: 'a retry before the session',
    events: [{ type: 'retry', attempt: 1, maxAttempts: 2, reason: '', delayMs: 0 }, ...run()],
  },
  { rule: 'M-10', name: 'no events at all', events: [] },
  { rule: 'M-10', name: 'noise, and neither session nor end', events: [debug] },
  { rule: 'M-11', name: 'a kept id with noSession', events: run(), options: { noSession: true } },
  {
    rule: 'M-12',
    name: 'a resume that nothing announced',
    events: run({ type: 'session_resume', sessionId: 's', priorTurnCount: 0 }),
  },
  { rule: 'M-12', name: 'a resume that never comes', events: [resumed, end()] },
  {
    rule: 'M-13',
    name: 'a fork that nothing announced',
    events: run({ type: 'session_fork', sessionId: 's', forkedFrom: 'r' }),
  },
  { rule: 'M-13', name: 'a fork that never comes', events: [forked, ...turn(0), end(1)] },
  {
    rule: 'M-13',
    name: 'a fork of another session',
    events: [forked, { type: 'session_fork', sessionId: 's', forkedFrom: 'q' }, end()],
  },
  {
    rule: 'M-14',
    name: 'fork before resume',
    events: [
      { type: 'session_start', sessionId: 's', resumed: true, forkedFrom: 'r' },
      { type: 'session_fork', sessionId: 's', forkedFrom: 'r' },
      { type: 'session_resume', sessionId: 's', priorTurnCount: 0 },
      end(),
    ],
  },
  {
    rule: 'M-14',
    name: 'resume twice',
    events: [
      resumed,
      { type: 'session_resume', sessionId: 's', priorTurnCount: 0 },
      { type: 'session_resume', sessionId: 's', priorTurnCount: 0 },
      end(),
    ],
  },
  {
    rule: 'M-14',
    name: 'a checkpoint outside a turn',
    events: run({ type: 'session_checkpoint', sessionId: 's', checkpointId: 'c' }),
  },
  { rule: 'M-15', name: 'no session_end', events: [start] },
  {
    rule: 'M-15',
    name: 'no session_end after an abort, of a foreign stream too',
    events: [start, { type: 'aborted' }],
    options: { foreign: true },
  },
  { rule: 'M-15', name: 'session_end without a start', events: [{ type: 'aborted' }, end()] },
  { rule: 'M-15', name: 'session_end twice', events: [...run(), end()] },
  { rule: 'M-15', name: 'something after session_end', events: [...run(), { type: 'aborted' }] },
  { rule: 'M-15', name: 'turns miscounted', events: [start, ...turn(0), end(2)] },
  {
    rule: 'M-15',
    name: 'earlier turns not counted',
    events: [resumed, { type: 'session_resume', sessionId: 's', priorTurnCount: 1 }, ...turn(0), end(1)],
  },
  {
    rule: 'D-session-end',
    name: 'no session_end after a crash',
    events: [start, { type: 'crash', exitCode: 1, stderr: '' }],
  },
  {
    rule: 'M-27',
    name: 'a skill loaded after the first turn',
    events: run(...turn(0), { type: 'skill_loaded', skillName: 'k', source: '' }),
  },
  { rule: 'M-27', name: 'an agent doc read in a turn', events: inTurn({ type: 'agentdoc_read', path: '/a' }) },
  {
    rule: 'M-27',
    name: 'a plugin loaded without a session',
    events: [{ type: 'plugin_loaded', pluginId: 'p', pluginName: 'p', version: '' }, { type: 'aborted' }],
  },
  { rule: 'M-27', name: 'a skill invoked outside a turn', events: run({ type: 'skill_invoked', skillName: 'k' }) },
  {
    rule: 'M-27',
    name: 'a plugin that fails outside a turn',
    events: run({ type: 'plugin_error', pluginId: 'p', pluginName: 'p', error: '' }),
  },
];
