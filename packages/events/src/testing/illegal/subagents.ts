/** Streams with wrong subagents and lanes. */
import { approval, call, callReady, message, onLane, result, run, spawn, subagentResult, turn } from '../journal.ts';
import { debug, fileRead, type Illegal, inTurn, shellExit, shellStart, spoilAt } from './illegal.ts';

export const SUBAGENTS: readonly Illegal[] = [
  {
    rule: 'M-8',
    name: 'a subagent spawned twice',
    events: inTurn(spawn('a'), subagentResult('a'), spawn('a'), subagentResult('a')),
  },
  { rule: 'M-26', name: 'a result without a spawn', events: inTurn(subagentResult('a')) },
  { rule: 'M-26', name: 'two results', events: inTurn(spawn('a'), subagentResult('a'), subagentResult('a')) },
  {
    rule: 'M-26',
    name: 'another name at the end',
    events: inTurn(spawn('a'), { type: 'subagent_error', subagentId: 'a', agentName: 'b', error: '' }),
  },
  { rule: 'M-26', name: 'a subagent open at the end of the run', events: inTurn(spawn('a')) },
  {
    rule: 'M-26',
    name: 'a subagent open at a terminal event',
    events: run(...turn(0, spawn('a')), { type: 'aborted' }),
  },
  { rule: 'D-lane', name: 'a lane that was never spawned', events: inTurn(...onLane('a', call('t'))) },
  {
    rule: 'D-lane',
    name: 'a lane that has ended',
    events: inTurn(spawn('a'), subagentResult('a'), ...onLane('a', message('x'))),
  },
  {
    rule: 'D-lane',
    name: 'a turn on a lane',
    events: run(...turn(0, spawn('a')), ...onLane('a', turn(1)), ...turn(2, subagentResult('a'))),
  },
  {
    rule: 'D-lane',
    name: 'a call that changes lanes',
    events: inTurn(spawn('a'), ...callReady('t'), { ...result('t'), lane: 'a' }, subagentResult('a')),
  },
  {
    rule: 'D-lane',
    name: 'a shell on another lane than its call',
    events: inTurn(spawn('a'), ...call('t', ...onLane('a', [shellStart('t'), shellExit('t')])), subagentResult('a')),
  },
  {
    rule: 'D-lane',
    name: 'a shell that changes lanes',
    events: inTurn(spawn('a'), ...call('t', shellStart('t'), ...onLane('a', [shellExit('t')])), subagentResult('a')),
  },
  {
    rule: 'D-lane',
    name: 'a file on another lane than its call',
    events: inTurn(spawn('a'), ...call('t'), ...onLane('a', [fileRead('t')]), subagentResult('a')),
  },
  {
    rule: 'D-lane',
    name: 'a result on another lane than the spawn',
    events: inTurn(spawn('a'), spawn('b'), { ...subagentResult('a'), lane: 'b' }, subagentResult('b')),
  },
  {
    rule: 'D-lane',
    name: 'an agent that outlives the one that has spawned it',
    events: inTurn(spawn('a'), { ...spawn('b'), lane: 'a' }, subagentResult('a'), {
      ...subagentResult('b'),
      lane: 'a',
    }),
  },
  { rule: 'D-lane', name: 'an empty lane', events: run(debug), spoil: spoilAt(1, { lane: '' }) },
  {
    rule: 'M-21',
    name: "a lane's call open at its end",
    events: inTurn(spawn('a'), ...onLane('a', callReady('t')), subagentResult('a')),
  },
  {
    rule: 'M-30',
    name: "a lane's approval open at its end",
    events: inTurn(spawn('a'), ...onLane('a', [approval('i')]), subagentResult('a')),
  },
];
