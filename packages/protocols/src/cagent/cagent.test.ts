/** The rules of cagent that no single stream shows. */
import { CAUSES } from '@agent-mux/events/journal';
import { describe, expect, it, vi } from 'vitest';
import { callReady, message, result } from '../../../events/src/testing/journal.ts';
import type { Answerable, OpenQuestion } from '../inbound.ts';
import { projectAll } from '../project.ts';
import { CORNER_JOURNALS } from '../testing/corner-journals.ts';
import {
  closes,
  FIRST,
  LEFT,
  type Line,
  opens,
  SESSION,
  says,
  turn,
  whole,
  writeJournal,
} from '../testing/write-journal.ts';
import { decode, resume } from './inbound.ts';
import { type CagentOptions, cagent } from './project/index.ts';
import type { CagentEvent } from './types.ts';

const corner = (name: string, options?: CagentOptions): CagentEvent[] => {
  const found = CORNER_JOURNALS.find((journal) => journal.name === name);
  if (found === undefined) {
    throw new Error(`There is no journal ${name}`);
  }
  return projectAll(found.entries, cagent(options));
};
const of = (lines: readonly Line[], options?: CagentOptions): CagentEvent[] =>
  projectAll(writeJournal(lines), cagent(options));

/** The event in a word or two. */
function wordOf(event: CagentEvent): string {
  if ('tool_call' in event) {
    return `${event.type} ${event.tool_call.id} ${event.tool_call.function.arguments}`;
  }
  if ('message' in event) {
    return `${event.type}: ${event.message}`;
  }
  if ('content' in event) {
    return `${event.agent_name}: ${event.content}`;
  }
  if ('error' in event) {
    return `error: ${event.error}`;
  }
  return event.type;
}
const wordsOf = (events: readonly CagentEvent[]): string[] => events.map(wordOf);

describe('cagent', () => {
  it('C-5 C-7: tells the words of the user as they are, and each delta in its order', () => {
    expect(wordsOf(corner('a message'))).toEqual([
      'user_message: Do it.\nThen say so.',
      'stream_started',
      'main: Hel',
      'main: lo',
      'stream_stopped',
    ]);
  });

  it('C-9 C-10 C-11 C-12 C-24: shows the changed input from the grant on', () => {
    expect(wordsOf(corner('an approval that changes the input')).slice(2)).toEqual([
      'partial_tool_call c1 ',
      'tool_call_confirmation c1 {}',
      'tool_call c1 {"command":"ls -l"}',
      'tool_call_response c1 {"command":"ls -l"}',
      'stream_stopped',
    ]);
    expect(wordsOf(corner('a grant that a stop overtakes'))).toContain('tool_call_response c1 {}');
  });

  it('C-2 C-3 C-4 C-26: runs a stream session from prompt to prompt, and what comes after a turn belongs to it', () => {
    expect(wordsOf(corner('three turns'))).toEqual([
      'user_message: Do it.\nThen say so.',
      'stream_started',
      'main: One',
      'token_usage',
      'stream_stopped',
      'user_message: Two?',
      'stream_started',
      'main: Two',
      'token_usage',
      'token_usage',
      'stream_stopped',
      'user_message: Three?',
      'stream_started',
      'main: Three',
      'token_usage',
      'stream_stopped',
    ]);
  });

  it('C-26: ends it with the turn where the run waits, and opens one for what is said between two', () => {
    expect(wordsOf(corner('turns of a run that waits between them')).slice(2, -3)).toEqual([
      'main: One',
      'token_usage',
      'stream_stopped',
      'stream_started',
      'token_usage',
      'stream_stopped',
      'user_message: Two?',
    ]);
  });

  it('C-4 C-26: keeps words for the running turn within it, and lets words that became a turn begin one', () => {
    expect(wordsOf(corner('words for the running turn')).slice(2)).toEqual([
      'main: One',
      'main: Hm',
      'user_message: Also this',
      'main: This too',
      'stream_stopped',
    ]);
    expect(wordsOf(corner('words for a turn that was over')).slice(3)).toEqual([
      'stream_stopped',
      'user_message: Also this',
      'stream_started',
      'main: This too',
      'stream_stopped',
    ]);
    expect(wordsOf(corner('words of which nobody told what became')).at(-2)).toBe('user_message: Too late');
  });

  it('C-3: stops once more behind a question of a child that was told of last', () => {
    const question = {
      type: 'approval_request',
      interactionId: 'i1',
      action: 'Run',
      detail: 'ls',
      riskLevel: 'low',
    } as const;
    expect(wordsOf(of([opens(), FIRST, { ...question, of: 1 }, closes()])).slice(1)).toEqual([
      'stream_started',
      'stream_stopped',
      'stream_started',
      expect.stringContaining('tool_call_confirmation i1'),
      'stream_stopped',
    ]);
  });

  it.each([...CAUSES, 'lost'] as const)('C-3 C-13 C-27: ends a run that ended with %s by the table', (cause) => {
    const lines = [opens(), FIRST, SESSION, ...turn(0, ...message('Hi')), ...(cause === 'lost' ? [] : [closes(cause)])];
    const words = wordsOf(of(lines)).slice(3);
    const isGood = ['completed', 'interrupted', 'aborted'].includes(cause);
    expect(words).toEqual([...(isGood ? [] : [expect.stringMatching(/^error: /)]), 'stream_stopped']);
  });

  it('C-27: tells an error of which an event has told once', () => {
    const words = wordsOf(corner('crash before anything'));
    expect(words.filter((word) => word.startsWith('error'))).toEqual([
      'error: AGENT_CRASH: claude ended without finishing its run (exit code 3): last words',
    ]);
  });

  it('C-28: lets lanes and children speak under their own names, in one stream session', () => {
    expect(wordsOf(corner('a lane within a lane')).filter((word) => word.includes('Deep'))).toEqual(['scout: Deep']);
    const child = wordsOf(corner('a child'));
    expect(child.filter((word) => word.startsWith('stream'))).toEqual(['stream_started', 'stream_stopped']);
    expect(child).toContain('scout: From scout');
    expect(child.filter((word) => word.startsWith('user_message'))).toHaveLength(1);
  });

  it('C-14 C-29: guesses no price', () => {
    const [usage] = corner('thinking before text').filter(({ type }) => type === 'token_usage');
    expect(usage).toMatchObject({ usage: { input_tokens: 10, output_tokens: 5, context_length: 15, cost: 0 } });
  });

  it('C-30: tells a call that is written once, and with `all` each piece with what came before', () => {
    const pieces: Line[] = [
      { type: 'tool_call_start', toolCallId: 'c1', toolName: 'Edit', inputAccumulated: '' },
      { type: 'tool_input_delta', toolCallId: 'c1', delta: '{"a"' },
      { type: 'tool_input_delta', toolCallId: 'c1', delta: ':1}' },
      { type: 'tool_call_ready', toolCallId: 'c1', toolName: 'Edit', input: { a: 1 } },
    ];
    const partials = (options?: CagentOptions) =>
      wordsOf(of(whole(...turn(0, ...pieces, result('c1'))), options)).filter((word) => word.startsWith('partial'));
    expect(partials()).toEqual(['partial_tool_call c1 ']);
    expect(partials({ partial: 'all' })).toEqual([
      'partial_tool_call c1 ',
      'partial_tool_call c1 {"a"',
      'partial_tool_call c1 {"a":1}',
    ]);
  });

  it('C-31: tells a call only once it runs for sure', () => {
    const lines = (mode: 'prompt' | 'yolo'): Line[] => [
      opens({ approvalMode: mode }),
      FIRST,
      SESSION,
      { type: 'turn_start', turnIndex: 0 },
      ...callReady('c1', 'Bash'),
    ];
    const calls = (given: readonly Line[]) => {
      const { step, init } = cagent();
      const state = init();
      const outputs: CagentEvent[] = [];
      for (const entry of writeJournal(given)) {
        step(state, entry, (output) => outputs.push(output));
      }
      return outputs.filter(({ type }) => type === 'tool_call').length;
    };
    expect(calls(lines('prompt'))).toBe(0);
    expect(calls(lines('yolo'))).toBe(1);
    const atWork: Line = { type: 'shell_start', command: 'ls', cwd: '/w', toolCallId: 'c1' };
    expect(calls([...lines('prompt'), atWork])).toBe(1);
    expect(calls([...lines('prompt'), { type: 'step_start', turnIndex: 0, stepIndex: 1, stepType: 'x' }])).toBe(1);
  });

  it('C-16 C-23 C-25: tells a title that the host has published, and what has no word only where that is asked for', () => {
    expect(corner('a title of the host')[2]).toEqual({
      type: 'session_title',
      session_id: 's',
      title: 'On doing it',
      agent_name: 'main',
    });
    const types = (options: CagentOptions) =>
      new Set(corner('errors that the run lives with', options).map(({ type }) => type));
    expect(types({ extensions: 'none' })).not.toContain('amux_warning');
    expect(types({})).toContain('amux_warning');
    expect(types({})).not.toContain('amux_turn_start');
    expect(types({ extensions: 'all' })).toContain('amux_turn_start');
    expect(types({ extensions: true })).toEqual(types({ extensions: 'all' }));
    expect(types({ extensions: false })).toEqual(types({ extensions: 'none' }));
  });

  it("C-4: counts the words of a follow-up as the user's, and those of a successor not", () => {
    const lines = [
      opens({ handoffFrom: '01JZ8M3QK5V7W9X2Y4Z6A8B0ZZ' }),
      FIRST,
      ...turn(0),
      says('p2', 'More', 'new-turn'),
      LEFT,
      closes(),
    ];
    expect(wordsOf(of(lines)).filter((word) => word.startsWith('user'))).toEqual(['user_message: More']);
  });
});

function runWith(...pending: readonly OpenQuestion[]): Answerable & { readonly respond: ReturnType<typeof vi.fn> } {
  const respond = vi.fn(() => Promise.resolve());
  return { respond, interaction: { pending, respond } };
}

const approvalOf = (id: string, toolCallId?: string): OpenQuestion => ({
  id,
  type: 'approval',
  scopes: ['once', 'session'],
  ...(toolCallId === undefined ? {} : { toolCallId }),
});

describe('the way back of cagent', () => {
  const by = { kind: 'user', id: 'ada' } as const;

  it.each([
    ['approve', { type: 'approve', scope: 'once' }],
    ['approve-session', { type: 'approve', scope: 'session' }],
    ['approve-tool', { type: 'approve', scope: 'session' }],
    ['reject', { type: 'deny', reason: 'no' }],
  ] as const)('C-32: makes %s an answer of the run', async (confirmation, response) => {
    const run = runWith(approvalOf('i1', 'c1'), approvalOf('i2', 'c2'));
    await resume(run, { confirmation, tool_call_id: 'c2', reason: 'no' }, { by });
    expect(run.respond).toHaveBeenCalledExactlyOnceWith('i2', response, { by });
  });

  it('C-32: answers a question in words', async () => {
    const run = runWith({ id: 'q1', type: 'input', scopes: ['once'] });
    await resume(run, { interaction_id: 'q1', answer: 'blue' });
    expect(run.respond).toHaveBeenCalledExactlyOnceWith('q1', { type: 'text', text: 'blue' }, {});
  });

  it.each<[string, unknown, RegExp]>([
    ['no object', 'approve', /the message: expected an object/],
    ['an unknown confirmation', { confirmation: 'yes' }, /confirmation: expected approve, .*got "yes"/],
    ['a call that is no text', { confirmation: 'approve', tool_call_id: 1 }, /tool_call_id: expected a string/],
    ['a call that nobody asked for', { confirmation: 'approve', tool_call_id: 'c9' }, /no approval for "c9" waits.*c1/],
    ['an answer without words', { interaction_id: 'q1' }, /answer: expected a string/],
  ])('C-32: refuses %s, and answers nothing', async (_what, sent, reason) => {
    const run = runWith(approvalOf('i1', 'c1'));
    await expect(resume(run, sent as never)).rejects.toThrow(reason);
    await expect(resume(run, sent as never)).rejects.toBeInstanceOf(TypeError);
    expect(run.respond).not.toHaveBeenCalled();
  });

  it('C-22: refuses an event by the field that is wrong, or tells of it and skips it', () => {
    const line = JSON.stringify({ type: 'agent_choice', content: 'x' });
    expect(() => decode(line)).toThrow(/agent_choice of cagent: agent_name: expected/);
    expect(() => decode('{')).toThrow(TypeError);
    const onInvalid = vi.fn();
    expect(decode(line, { onInvalid })).toBeUndefined();
    expect(onInvalid).toHaveBeenCalledExactlyOnceWith(expect.any(TypeError));
    expect(decode('{"type":"vendor_thing","x":1}')).toEqual({ type: 'vendor_thing', x: 1 });
  });

  it('C-22: reads all that the projection says', () => {
    for (const { entries } of CORNER_JOURNALS) {
      for (const output of projectAll(entries, cagent({ extensions: 'all' }))) {
        expect(decode(JSON.stringify(output))).toEqual(JSON.parse(JSON.stringify(output)));
      }
    }
  });
});
