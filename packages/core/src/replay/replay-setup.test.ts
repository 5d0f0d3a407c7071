import { describe, expect, it } from 'vitest';
import type { Adapter } from '../adapter/adapter.ts';
import type { ResolvedOptions } from '../adapter/options.ts';
import type { CassetteHeader } from '../recording/format.ts';
import { toyAdapter } from '../recording/testing/toy-agent.ts';
import { TOY_HEADER, TOY_OPTIONS } from '../recording/testing/toy-cassette.ts';
import { describeReplay, prepareReplay } from './replay-setup.ts';

const HEADER: CassetteHeader = { ...TOY_HEADER, argv: ['toy', '-p'] };

/** The toy agent, whose command lines name a session and a model. */
const naming: Adapter = {
  ...toyAdapter,
  modes: toyAdapter.modes.map((mode) => ({
    ...mode,
    recognize: (argv) =>
      mode.recognize?.(argv) === undefined ? undefined : { sessionId: 's1', model: 'from argv', approvalMode: 'yolo' },
  })),
};

const setup = (header: Partial<CassetteHeader>, adapter = toyAdapter, given: Partial<ResolvedOptions> = {}) => {
  const { mode, options } = prepareReplay({ ...HEADER, ...header }, adapter, given);
  return [mode.name, options];
};

describe('a recording is replayed with', () => {
  it.each<[string, readonly unknown[], readonly [string, Partial<ResolvedOptions>]]>([
    ['the mode of its command line', setup({}), ['oneshot', { approvalMode: 'yolo' }]],
    ['the first mode where no command line is known', setup({ argv: ['toy'] }), ['talk', {}]],
    ['the mode that it names, whatever its command line', setup({ mode: 'talk' }), ['talk', {}]],
    [
      'the options of its command line',
      setup({}, naming),
      ['oneshot', { sessionId: 's1', model: 'from argv', approvalMode: 'yolo' }],
    ],
    [
      'those that were recorded before those of its command line',
      setup({ options: { model: 'recorded' } }, naming),
      ['oneshot', { sessionId: 's1', model: 'recorded', approvalMode: 'yolo' }],
    ],
    [
      'a session that was copied as such, and not as one that was continued',
      setup({ options: { forkSessionId: 's0' } }, naming),
      ['oneshot', { forkSessionId: 's0', model: 'from argv', approvalMode: 'yolo' }],
    ],
    [
      'what is given before all of it',
      setup({ options: { model: 'recorded' } }, naming, { model: 'given' }),
      ['oneshot', { sessionId: 's1', model: 'given', approvalMode: 'yolo' }],
    ],
  ])('%s', (_name, given, [mode, options]) => {
    expect(given).toEqual([mode, { ...TOY_OPTIONS, ...options }]);
  });

  it('tools that cannot be run', () => {
    const tool = { name: 'look', description: 'Looks.', inputSchema: { type: 'object' } };
    const { options } = prepareReplay({ ...HEADER, options: { tools: [tool] } }, toyAdapter);
    const [first] = options.tools ?? [];
    expect(first).toMatchObject(tool);
    const context = { runId: 'r', toolCallId: 't', signal: new AbortController().signal };
    expect(() => first?.run({}, context)).toThrow(
      expect.objectContaining({ code: 'INTERNAL', message: expect.stringContaining('A replay runs no tools') }),
    );
  });

  it.each<[string, Partial<CassetteHeader>, Adapter, string]>([
    ['another agent', { agent: 'other' }, toyAdapter, 'is one of other; the adapter for toy cannot replay it'],
    ['a mode that is not there', { mode: 'song' }, toyAdapter, 'which toy does not have. Its modes: talk, oneshot.'],
    ['an adapter without modes', {}, { ...toyAdapter, modes: [] }, 'The adapter for toy has no modes.'],
  ])('nothing for %s', (_name, header, adapter, message) => {
    expect(() => setup(header, adapter)).toThrow(message);
  });
});

it.each<[what: string, recorded: CassetteHeader['options'], given: Partial<ResolvedOptions>]>([
  ['nothing', {}, {}],
  ['what is given', {}, { keepOpen: true, noSession: true }],
  ['what was recorded', { keepOpen: true, noSession: true }, {}],
  [
    'what is given before what was recorded',
    { keepOpen: true, noSession: false },
    { keepOpen: false, noSession: true },
  ],
])('the run of a replay says of its end and its session %s', (_what, options = {}, given) => {
  const header = { ...HEADER, options };
  const { keepOpen = false, noSession = false } = { ...options, ...given };
  const described = describeReplay('R1', header, prepareReplay(header, toyAdapter, given), 'hi');
  expect(described.options).toMatchObject({ keepOpen, noSession });
});
