/** Streams with wrong approvals. */
import { approval, call, callReady, failure, run, turn } from '../journal.ts';
import {
  denied,
  fileRead,
  granted,
  type Illegal,
  inTurn,
  mcpResult,
  mcpStart,
  shellExit,
  shellStart,
} from './illegal.ts';

export const INTERACTIONS: readonly Illegal[] = [
  {
    rule: 'M-8',
    name: 'an interaction id used twice',
    events: run(approval('i'), denied('i'), {
      type: 'input_required',
      interactionId: 'i',
      question: '',
      source: 'agent',
    }),
  },
  { rule: 'M-30', name: 'no answer', events: run(approval('i')) },
  { rule: 'M-30', name: 'no answer at turn_end', events: run(...turn(0, approval('i')), denied('i')) },
  { rule: 'M-30', name: 'no answer at a terminal event', events: run(approval('i'), { type: 'interrupted' }) },
  { rule: 'M-30', name: 'two answers', events: run(approval('i'), granted('i'), denied('i')) },
  { rule: 'M-30', name: 'an answer to nothing', events: run(granted('i')) },
  {
    rule: 'M-30',
    name: 'a grant of a question',
    events: run({ type: 'input_required', interactionId: 'i', question: '', source: 'agent' }, granted('i')),
  },
  {
    rule: 'M-30',
    name: 'an answer that names another call',
    events: run(approval('i', 't1'), { type: 'approval_granted', interactionId: 'i', toolCallId: 't2' }),
  },
  { rule: 'M-30', name: 'a result before the answer', events: inTurn(...call('t', approval('i', 't')), granted('i')) },
  {
    rule: 'M-30',
    name: 'an MCP result before the answer',
    events: inTurn(mcpStart('t'), approval('i', 't'), mcpResult('t'), granted('i')),
  },
  {
    rule: 'M-32',
    name: 'a request in mode yolo',
    events: run(approval('i'), granted('i')),
    options: { approvalMode: 'yolo' },
  },
  {
    rule: 'M-32',
    name: 'a grant in mode deny',
    events: run(approval('i'), granted('i')),
    options: { approvalMode: 'deny' },
  },
  {
    rule: 'D-grant',
    name: 'a shell before the answer',
    events: inTurn(...call('t', approval('i', 't'), shellStart('t'), granted('i'), shellExit('t'))),
  },
  {
    rule: 'D-grant',
    name: 'a shell after the denial',
    events: inTurn(...callReady('t'), approval('i', 't'), denied('i'), shellStart('t'), shellExit('t'), failure('t')),
  },
  {
    rule: 'D-grant',
    name: 'a result after the denial',
    events: inTurn(...call('t', approval('i', 't'), denied('i'))),
  },
  {
    rule: 'D-grant',
    name: 'an MCP result after the denial',
    events: inTurn(mcpStart('t'), approval('i', 't'), denied('i'), mcpResult('t')),
  },
  {
    rule: 'D-grant',
    name: 'a file after the second answer, which is a denial',
    events: inTurn(...call('t', approval('i', 't'), granted('i')), approval('j', 't'), denied('j'), fileRead('t')),
  },
  {
    rule: 'D-grant',
    name: 'a file before the second answer',
    events: inTurn(...call('t', approval('i', 't'), granted('i')), approval('j', 't'), fileRead('t'), granted('j')),
  },
];
