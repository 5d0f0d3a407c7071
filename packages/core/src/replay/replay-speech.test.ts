import { describe, expect, it } from 'vitest';
import type { Command, Dialect, Mode } from '../adapter/index.ts';
import { createToyDialect, toyAdapter } from '../recording/testing/toy-agent.ts';
import { TOY_OPTIONS } from '../recording/testing/toy-cassette.ts';
import type { HostSpeech } from '../run/index.ts';
import { RunStatus } from '../run/run-status.ts';
import { Demands } from './demands.ts';
import {
  demandCommand,
  demandInterrupt,
  demandLastWords,
  demandNotes,
  demandOpening,
  demandSpeech,
} from './replay-speech.ts';

const by = { kind: 'program' } as const;
const COMMAND: Command = { file: 'toy', args: [], env: {}, cwd: '/', stdin: 'open' };
const CONTEXT = { runId: 'R', dir: '/', binary: 'toy', newId: () => 'i', input: { text: 'hello' } };

function boom(): never {
  throw new Error('boom');
}

/** A dialect that says its own name for each of its methods. */
const speaking: Dialect = {
  ...createToyDialect(),
  open: () => ({ write: ['open'] }),
  close: () => ({ write: ['close'], endInput: true }),
  interrupt: () => ({ write: ['interrupt'], signal: 'SIGINT' }),
  prompt: ({ text, images }) => ({ write: [`prompt ${text} ${images?.length ?? 0}`] }),
  steer: ({ text }) => ({ write: [`steer ${text}`], key: `key of ${text}` }),
  respond: (key, { type }) => ({ write: [`respond ${key} ${type}`] }),
  returnHostTool: (key) => ({ write: [`tool ${key}`] }),
  probe: () => ({ write: ['probe'] }),
};

const wantedBy = (demand: (demands: Demands) => void): readonly string[] => {
  const demands = new Demands();
  demands.begin();
  demand(demands);
  return demands.unmatched;
};

const SPEECHES: readonly (readonly [HostSpeech, readonly string[]])[] = [
  [{ action: 'prompt', as: 'first', by, id: 'p1', text: 'hi' }, ['prompt hi 0']],
  [{ action: 'steer', as: 'steer', by, id: 'p2', text: 'left' }, ['steer left']],
  [{ action: 'answer', by, key: 'k', response: { type: 'approve' } }, ['respond k approve']],
  [{ action: 'tool-result', key: 't', outcome: { type: 'output', text: 'x' } }, ['tool t']],
  [{ action: 'probe' }, ['probe']],
  [{ action: 'close' }, ['close', 'end-input']],
];

describe('a speech of the host', () => {
  it.each(SPEECHES)('is asked of the dialect: $action', (speech, wanted) => {
    expect(wantedBy((demands) => demandSpeech(demands, speaking, speech))).toEqual(wanted);
  });

  it('has a key where the CLI reports what becomes of it', () => {
    const keys = SPEECHES.map(([speech]) => demandSpeech(new Demands(), speaking, speech));
    expect(keys).toEqual([undefined, 'key of left', undefined, undefined, undefined, undefined]);
  });

  it.each([
    ['prompt', 'prompt: boom'],
    ['steer', 'steer: boom'],
    ['answer', 'answer to k: boom'],
    ['tool-result', 'tool-result to t: boom'],
    ['probe', 'probe: boom'],
    ['close', 'close: boom'],
  ])('is told as missing, with its name, where the dialect breaks: %s', (action, told) => {
    const broken: Dialect = {
      ...speaking,
      ...{ prompt: boom, steer: boom, respond: boom, returnHostTool: boom, probe: boom, close: boom },
    };
    const speech = SPEECHES.find(([{ action: of }]) => of === action)?.[0] ?? boom();
    expect(wantedBy((demands) => demandSpeech(demands, broken, speech))).toEqual([told]);
  });

  it('is told as missing where the dialect has no method for it', () => {
    const { returnHostTool: _tool, probe: _probe, ...silent } = speaking;
    for (const at of [3, 4] as const) {
      const [speech] = SPEECHES[at] ?? boom();
      expect(wantedBy((demands) => demandSpeech(demands, silent, speech))).toEqual([
        `${speech.action}${at === 3 ? ' to t' : ''}: the dialect says nothing (it cannot)`,
      ]);
    }
  });
});

it('an interrupt is demanded with its signal, and told as missing where the dialect breaks', () => {
  const broken = { ...speaking, interrupt: boom };
  const failed = new RunStatus(false);
  expect(wantedBy((demands) => demandInterrupt(demands, broken, failed))).toEqual(['interrupt(): boom']);
  expect(failed.toldAt).toBeUndefined();
  const told = new RunStatus(false);
  expect(wantedBy((demands) => demandInterrupt(demands, speaking, told))).toEqual(['interrupt', 'SIGINT']);
  // A replay has no clock.
  expect(told.toldAt).toBe(0);
});

it('the last words are demanded of a CLI whose work goes on elsewhere, and told as missing where the dialect breaks', () => {
  const busy = { ...speaking.state, turn: true };
  const last = (dialect: Dialect): readonly string[] =>
    wantedBy((demands) =>
      demandLastWords(demands, { worksElsewhere: true }, { ...dialect, state: busy }, new RunStatus(false)),
    );
  expect(last(speaking)).toEqual(['interrupt']);
  expect(last({ ...speaking, interrupt: boom })).toEqual(['the last words: boom']);
});

it('whatever an adapter from outside fails to say is told by its name', () => {
  // A dialect in JavaScript may return nothing, which the types forbid.
  const silent = (() => undefined) as unknown as Dialect['open'];
  const mute: Dialect = { ...speaking, open: silent, prompt: silent };
  expect(
    wantedBy((demands) => demandOpening(demands, { input: { text: 'hello' }, dialect: mute, command: COMMAND })),
  ).toEqual(['open(): the dialect says nothing (it cannot)', 'prompt(): the dialect says nothing (it cannot)']);
});

describe('the first words', () => {
  const opened = (dialect: Dialect, stdin: Command['stdin']): readonly string[] =>
    wantedBy((demands) =>
      demandOpening(demands, { input: { text: 'hello' }, dialect, command: { ...COMMAND, stdin } }),
    );

  it('are the opening and the prompt of a CLI that listens', () => {
    expect(opened(speaking, 'open')).toEqual(['open', 'prompt hello 0']);
  });

  it('are the whole input of a CLI that does not', () => {
    expect(opened(speaking, { text: 'all of it' })).toEqual(['all of it', 'end-input']);
    expect(opened(speaking, 'end')).toEqual(['end-input']);
  });

  it('are told as missing where the dialect breaks, each by itself', () => {
    expect(opened({ ...speaking, open: boom }, 'open')).toEqual(['open(): boom', 'prompt hello 0']);
    expect(opened({ ...speaking, prompt: boom }, 'open')).toEqual(['prompt(): boom', 'open']);
  });
});

describe('how the CLI is started', () => {
  const [talk] = toyAdapter.modes;
  const asked = (change: Partial<Mode>): Parameters<typeof demandNotes>[1] => ({
    adapter: toyAdapter,
    mode: { ...(talk ?? boom()), ...change },
    options: TOY_OPTIONS,
  });

  it('is compared with how it was started, and returned', () => {
    const demands = new Demands();
    const command = demandCommand(demands, asked({ command: () => COMMAND }), { context: CONTEXT, argv: ['toy'] });
    expect([command, demands.unmatched]).toEqual([COMMAND, []]);
    demandCommand(demands, asked({ command: () => COMMAND }), { context: CONTEXT, argv: ['toy', '-x'] });
    expect(demands.unmatched).toEqual(['the command line ["toy"]']);
  });

  it('is told as missing where the mode breaks', () => {
    const demands = new Demands();
    const command = demandCommand(demands, asked({ command: boom }), { context: CONTEXT, argv: ['toy'] });
    expect([command, demands.unmatched]).toEqual([undefined, ['command(): boom']]);
  });

  it('has the notes of the recording about its options', () => {
    const demands = new Demands();
    demandNotes(demands, asked({ notes: () => ['model: ignored.'] }), ['model: ignored.']);
    expect([demands.unmatched, demands.unwanted]).toEqual([[], []]);
    demandNotes(demands, asked({ notes: () => ['model: ignored.'] }), ['effort: ignored.']);
    expect([demands.unmatched, demands.unwanted]).toEqual([
      ['the note: model: ignored.'],
      ['the note: effort: ignored.'],
    ]);
  });

  it('has notes that are told as missing where the mode breaks', () => {
    const demands = new Demands();
    demandNotes(demands, asked({ notes: boom }), []);
    expect(demands.unmatched).toEqual([expect.stringMatching(/^notes\(\): .*boom/)]);
  });
});
