/** Options of the projections are checked when they are given, not when a run has long begun. */
import { expect, it } from 'vitest';
import { a2a } from './a2a/index.ts';
import { afk, toAfkHandle } from './afk/index.ts';
import { agui } from './ag-ui/index.ts';
import { agentic } from './agentic/index.ts';
import { cagent } from './cagent/index.ts';
import { looopy } from './looopy/index.ts';

const WRONG: readonly (readonly [sentence: string, create: (options: never) => unknown, options: unknown])[] = [
  ['cagent(): partial: expected first, all, got "some"', cagent, { partial: 'some' }],
  ['cagent(): extensions: expected none, needed, all, true, false, got 1', cagent, { extensions: 1 }],
  [
    'looopy(): thoughts: expected an object, with the verbosity none, brief',
    looopy,
    { thoughts: { verbosity: 'loud' } },
  ],
  ['looopy(): forwardSubtasks: expected true or false, got "no"', looopy, { forwardSubtasks: 'no' }],
  ['looopy(): internal: expected true or false, got 1', looopy, { internal: 1 }],
  ['looopy(): clientTools: expected a list of names, got "t"', looopy, { clientTools: 't' }],
  ['looopy(): requireUser: expected a function, got true', looopy, { requireUser: true }],
  ['afk(): thread: expected a string that is not empty, got ""', afk, { thread: '' }],
  ['agentic(): logs: expected true or false, got 1', agentic, { logs: 1 }],
  ['a2a(): version: expected 1.0, 0.3, got "2"', a2a, { version: '2' }],
  ['a2a(): extension: expected true or false, got 1', a2a, { extension: 1 }],
  ['agui(): interrupts: expected custom, finish, got "stop"', agui, { interrupts: 'stop' }],
  ['agui(): raw: expected true or false, got 1', agui, { raw: 1 }],
  [
    'looopy(): forwardSubtask: there is no such option. Did you mean "forwardSubtasks"?',
    looopy,
    { forwardSubtask: true },
  ],
  ['agentic(): colour: there is no such option. There are logs.', agentic, { colour: 'red' }],
  [
    'cagent(): partial: expected first, all, got "frist". Did you mean "first"?; extension: there is no such option. Did you mean "extensions"?',
    cagent,
    { partial: 'frist', extension: 1 },
  ],
  ['a2a(): forwardSubtask: there is no such option. Did you mean "forwardSubtasks"?', a2a, { forwardSubtask: true }],
  [
    'agui(): interrupts: expected custom, finish, got "finsh". Did you mean "finish"?; Raw: there is no such option. Did you mean "raw"?',
    agui,
    { interrupts: 'finsh', Raw: 1 },
  ],
  [
    'toAfkHandle(): notfy: there is no such option. Did you mean "notify"?',
    (options) => toAfkHandle({} as never, options),
    { notfy: () => {} },
  ],
  ['agui(): options: expected an object, got "finish"', agui, 'finish'],
];

it.each(WRONG)('R-13: Cannot project with %s', (sentence, create, options) => {
  expect(() => create(options as never)).toThrow(TypeError);
  expect(() => create(options as never)).toThrow(`Cannot project with ${sentence}`);
});
