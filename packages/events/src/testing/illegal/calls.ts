/** Streams with wrong calls, files and shells. */
import { call, callReady, failure, result, run } from '../journal.ts';
import {
  fallback,
  fileEvents,
  fileRead,
  type Illegal,
  inTurn,
  mcpResult,
  mcpStart,
  shellExit,
  shellStart,
  spoilAt,
} from './illegal.ts';

export const CALLS: readonly Illegal[] = [
  { rule: 'M-8', name: 'a call id used twice', events: inTurn(...call('t'), ...call('t')) },
  {
    rule: 'M-8',
    name: 'a native and an MCP call of one id',
    events: inTurn(...call('t'), mcpStart('t'), mcpResult('t')),
  },
  { rule: 'M-21', name: 'a result of an unknown call', events: inTurn(result('t')) },
  {
    rule: 'M-21',
    name: 'an input delta of an unknown call',
    events: inTurn({ type: 'tool_input_delta', toolCallId: 't', delta: 'x' }),
  },
  { rule: 'M-21', name: 'an error before ready', events: inTurn(...callReady('t').slice(0, 2), failure('t')) },
  { rule: 'M-21', name: 'ready twice', events: inTurn(...callReady('t'), ...callReady('t').slice(2), result('t')) },
  {
    rule: 'M-21',
    name: 'an input delta after ready',
    events: inTurn(...call('t', { type: 'tool_input_delta', toolCallId: 't', delta: 'x' })),
  },
  { rule: 'M-21', name: 'two outcomes', events: inTurn(...call('t'), failure('t')) },
  { rule: 'M-21', name: 'no outcome', events: inTurn(...callReady('t')) },
  { rule: 'M-21', name: 'another name at the end', events: inTurn(...callReady('t'), result('t', 'Write')) },
  {
    rule: 'M-21',
    name: 'inputAccumulated that is not the deltas',
    events: inTurn(...call('t')),
    spoil: spoilAt(3, { inputAccumulated: '[]' }),
  },
  {
    rule: 'M-22',
    name: 'streamed input where input does not stream',
    events: inTurn(fallback('tool_calls'), ...call('t')),
  },
  { rule: 'M-23', name: 'no outcome', events: inTurn(mcpStart('m')) },
  { rule: 'M-23', name: 'two outcomes', events: inTurn(mcpStart('m'), mcpResult('m'), mcpResult('m')) },
  { rule: 'M-23', name: 'an outcome of an unknown call', events: inTurn(mcpResult('m')) },
  {
    rule: 'M-23',
    name: 'a native outcome of an MCP call',
    events: inTurn(mcpStart('m'), result('m', 'list'), mcpResult('m')),
  },
  { rule: 'M-23', name: 'another server at the end', events: inTurn(mcpStart('m'), mcpResult('m', 'db')) },
  { rule: 'M-23', name: 'another name at the end', events: inTurn(mcpStart('m'), mcpResult('m', 'fs', 'get')) },
  {
    rule: 'M-25',
    name: 'a shell without a call that never ends',
    events: inTurn(...call('t', { type: 'shell_start', command: 'ls', cwd: '/' })),
  },
  ...fileEvents('/a', 't').map(
    (event): Illegal => ({
      rule: 'M-24',
      name: `${event.type} before the result`,
      events: inTurn(...call('t', event)),
    }),
  ),
  {
    rule: 'M-24',
    name: 'a file of a call that failed',
    events: inTurn(...callReady('t'), failure('t'), fileRead('t')),
  },
  { rule: 'M-24', name: 'a file of an unknown call', events: inTurn(fileRead('t')) },
  { rule: 'M-24', name: 'a file without any call', events: inTurn({ type: 'file_delete', path: '/a' }) },
  {
    rule: 'M-25',
    name: 'a shell before ready',
    events: inTurn(
      ...callReady('t').slice(0, 2),
      shellStart('t'),
      shellExit('t'),
      ...callReady('t').slice(2),
      result('t'),
    ),
  },
  { rule: 'M-25', name: 'a shell after the result', events: inTurn(...call('t'), shellStart('t'), shellExit('t')) },
  { rule: 'M-25', name: 'a shell of an unknown call', events: inTurn(shellStart('t'), shellExit('t')) },
  {
    rule: 'M-25',
    name: 'a shell without any call',
    events: inTurn({ type: 'shell_start', command: '', cwd: '/' }, { type: 'shell_exit', exitCode: 0, durationMs: 0 }),
  },
  {
    rule: 'M-25',
    name: 'a result while the shell runs',
    events: inTurn(...call('t', shellStart('t')), shellExit('t')),
  },
  {
    rule: 'M-25',
    name: 'a shell that starts twice',
    events: inTurn(...call('t', shellStart('t'), shellStart('t'), shellExit('t'))),
  },
  {
    rule: 'M-25',
    name: 'a shell that exits twice',
    events: inTurn(...call('t', shellStart('t'), shellExit('t'), shellExit('t'))),
  },
  {
    rule: 'M-25',
    name: 'output without a shell',
    events: inTurn(...call('t', { type: 'shell_stdout_delta', delta: 'x', toolCallId: 't' })),
  },
  {
    rule: 'M-25',
    name: 'an unnamed shell open at turn_end',
    events: inTurn(...call('t', { type: 'shell_start', command: '', cwd: '/' })),
  },
  ...fileEvents('src/a.ts', 't').map(
    (event): Illegal => ({
      rule: 'D-path',
      name: `${event.type} in a folder that nobody knows`,
      events: inTurn(...call('t'), event),
    }),
  ),
  {
    rule: 'D-path',
    name: 'a folder that is one only in a shell',
    events: inTurn(...call('t', { type: 'shell_start', command: 'ls', cwd: '~/src', toolCallId: 't' }, shellExit('t'))),
  },
  {
    rule: 'D-path',
    name: 'an empty folder that is not said to be unknown',
    events: inTurn(...call('t', { type: 'shell_start', command: 'ls', cwd: '', toolCallId: 't' }, shellExit('t'))),
  },
  { rule: 'D-path', name: 'a relative agent doc', events: run({ type: 'agentdoc_read', path: 'AGENTS.md' }) },
  {
    rule: 'D-path',
    name: 'a relative image',
    events: inTurn({ type: 'image_output', mimeType: 'image/png', filePath: './a.png' }),
  },
];
