/** What an agent asks, and what can be answered: the same cases on each real CLI, with what that CLI cannot take. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { PendingInteraction, RunHandle, RunOptions, RunResult } from '@agent-mux/core';
import type { AgentEvent } from '@agent-mux/events';
import type { ModelScript, ToolCall } from '@agent-mux/testkit';
import { describe, expect, it } from 'vitest';
import type { AgentStage } from './support/stage.ts';
import { oneTurn, type StagedAgent, stageAgent } from './support/stage-agent.ts';
import { claudeStage } from './support/stages/claude.ts';
import { codexStage } from './support/stages/codex.ts';
import { geminiStage } from './support/stages/gemini.ts';

interface Traits {
  readonly stage: AgentStage;
  /** Whether its model is told why a call was denied. */
  readonly tellsReason: boolean;
  /** Whether leave can be given for another input than the one asked for. */
  readonly takesInput: boolean;
  /** Calls of one answer that it asks about at the same time; undefined: it asks one after another. */
  readonly atOnce?: readonly [ToolCall, ToolCall];
  /** A call that it may repeat once it has leave for the session. */
  readonly repeatable: ToolCall;
  readonly asksQuestions: boolean;
  readonly steered: 'steered' | 'new-turn';
  /** What becomes of a word that is thrown in while the last text is written; `cut`: the text ends there. */
  readonly inText?: { readonly delivered: 'steered' | 'new-turn'; readonly isCut: boolean };
}

/** A command that no agent takes for harmless. */
const MAKE: ToolCall = { kind: 'shell', command: 'echo made >> made.txt' };
const WRITE: ToolCall = { kind: 'write', path: 'made.txt', content: 'made\n' };
const QUESTION = 'Which colour do you want?';
const ASK: ToolCall = {
  kind: 'question',
  questions: [
    {
      question: QUESTION,
      header: 'Colour',
      options: [
        { label: 'Red', description: 'a' },
        { label: 'Blue', description: 'b' },
      ],
    },
  ],
};
const fetches = (url: string): ToolCall => ({ kind: 'raw', name: 'WebFetch', input: { url, prompt: 'Read it.' } });
const shell = (command: string): ToolCall => ({ kind: 'shell', command });

const AGENTS: readonly Traits[] = [
  {
    stage: claudeStage,
    tellsReason: true,
    takesInput: true,
    // It asks about writes one after another, and about what cannot get in each other's way together.
    atOnce: [fetches('https://127.0.0.1:1/one'), fetches('https://127.0.0.1:1/two')],
    repeatable: WRITE,
    asksQuestions: true,
    steered: 'steered',
    inText: { delivered: 'new-turn', isCut: false },
  },
  {
    stage: codexStage,
    tellsReason: false,
    takesInput: false,
    atOnce: [shell('echo one >> one.txt'), shell('echo two >> two.txt')],
    repeatable: MAKE,
    asksQuestions: true,
    steered: 'steered',
    inText: { delivered: 'steered', isCut: true },
  },
  {
    stage: geminiStage,
    tellsReason: false,
    takesInput: false,
    repeatable: WRITE,
    asksQuestions: false,
    steered: 'new-turn',
  },
];

/** A run, and everything that was asked in it. */
interface Scene {
  readonly staged: StagedAgent;
  readonly handle: RunHandle;
  readonly events: readonly AgentEvent[];
  /** The n-th question, from 0, as it opens. */
  asked(index: number): Promise<PendingInteraction>;
  /** How many questions there were. */
  readonly count: () => number;
  readonly isMade: () => boolean;
  end(): Promise<RunResult>;
}

async function play(
  { stage }: Traits,
  script: ModelScript,
  work: (scene: Scene) => Promise<void>,
  options: Partial<RunOptions> = {},
): Promise<void> {
  await using staged = await stageAgent(stage, { script });
  const handle = staged.run({ prompt: 'Go.', approvalMode: 'prompt', timeout: 90_000, ...options });
  const events: AgentEvent[] = [];
  const questions: PendingInteraction[] = [];
  const waiting = new Set<() => void>();
  const wake = (): void => {
    for (const look of waiting) {
      look();
    }
  };
  handle.interaction.onPending((question) => {
    questions.push(question);
    wake();
  });
  const over = (async () => {
    for await (const event of handle) {
      events.push(event);
    }
    wake();
  })();
  await work({
    staged,
    handle,
    events,
    count: () => questions.length,
    isMade: () => existsSync(join(staged.sandbox.cwd, 'made.txt')),
    asked: (index) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const question = questions[index];
          if (question !== undefined) {
            resolve(question);
          } else if (events.at(-1)?.type === 'session_end') {
            reject(new Error(`question ${index} was never asked`));
          }
        };
        waiting.add(look);
        look();
        void over.then(look);
      }),
    async end() {
      await over;
      return handle.result();
    },
  });
  await over;
  expect(handle.interaction.pending).toEqual([]);
  expect(staged.server.unmatched).toEqual([]);
  expect(staged.leftOver()).toEqual([]);
}

const codeOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'accepted',
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
  );

const typesOf = (events: readonly AgentEvent[], pattern: RegExp): string[] =>
  events.map(({ type }) => type).filter((type) => pattern.test(type));

const APPROVALS = /^approval_/;
const askOnce = (call: ToolCall): ModelScript => oneTurn({ tools: [call] }, { text: 'Done.' });

describe.each(AGENTS)('what $stage.adapter.displayName asks', (traits) => {
  it('is done when it is granted', () =>
    play(traits, askOnce(MAKE), async ({ asked, handle, end, events, isMade }) => {
      const question = await asked(0);
      expect(question).toMatchObject({ type: 'approval', detail: { kind: 'approval', riskLevel: 'high' } });
      expect(question.scopes).toContain('once');
      await handle.interaction.respond(question.id, { type: 'approve' });
      expect(await end()).toMatchObject({ exitReason: 'completed', text: 'Done.' });
      expect([isMade(), typesOf(events, APPROVALS)]).toEqual([true, ['approval_request', 'approval_granted']]);
    }));

  it('is not done when it is denied, and the reason is on record', () =>
    play(traits, askOnce(MAKE), async ({ asked, handle, end, events, isMade, staged }) => {
      await asked(0);
      await handle.deny('not on a Sunday');
      expect((await end()).exitReason).toBe('completed');
      expect([isMade(), events.find(({ type }) => type === 'approval_denied')]).toMatchObject([
        false,
        { reason: 'not on a Sunday' },
      ]);
      const told = staged.server.requests.some(({ body }) => JSON.stringify(body)?.includes('not on a Sunday'));
      expect(told).toBe(traits.tellsReason);
    }));

  it('is not asked again when leave was given for the session', () =>
    play(
      traits,
      oneTurn({ tools: [traits.repeatable] }, { tools: [traits.repeatable] }, { text: 'Done.' }),
      async ({ asked, handle, end, count }) => {
        const { id, scopes } = await asked(0);
        expect(scopes).toEqual(['once', 'session']);
        await handle.interaction.respond(id, { type: 'approve', scope: 'session' });
        expect([(await end()).exitReason, count()]).toEqual(['completed', 1]);
      },
    ));

  it(`${traits.takesInput ? 'is done with' : 'stays open for'} another input than the one asked for`, () =>
    play(traits, askOnce(MAKE), async ({ asked, handle, end, staged, isMade }) => {
      const { id, input, acceptsUpdatedInput } = await asked(0);
      expect(acceptsUpdatedInput).toBe(traits.takesInput);
      const changed = { ...Object(input), command: 'echo changed >> changed.txt' };
      const answer = await codeOf(handle.interaction.respond(id, { type: 'approve', input: changed }));
      expect(answer).toBe(traits.takesInput ? 'accepted' : 'CAPABILITY_ERROR');
      if (!traits.takesInput) {
        expect(handle.interaction.pending.map((each) => each.id)).toEqual([id]);
        await handle.interaction.respond(id, { type: 'deny' });
      }
      await end();
      expect([isMade(), existsSync(join(staged.sandbox.cwd, 'changed.txt'))]).toEqual([false, traits.takesInput]);
    }));

  it('is denied when nobody answers in time', () =>
    play(
      traits,
      askOnce(MAKE),
      async ({ asked, end, events, isMade }) => {
        await asked(0);
        expect((await end()).exitReason).toBe('completed');
        expect([isMade(), typesOf(events, APPROVALS)]).toEqual([false, ['approval_request', 'approval_denied']]);
      },
      { interactionTimeoutMs: 500 },
    ));

  it('is denied when the run is aborted meanwhile, and nothing is left', () =>
    play(traits, askOnce(MAKE), async ({ asked, handle, end, events, isMade }) => {
      const { id } = await asked(0);
      await handle.abort();
      expect((await end()).exitReason).toBe('aborted');
      expect([isMade(), typesOf(events, APPROVALS)]).toEqual([false, ['approval_request', 'approval_denied']]);
      expect(await codeOf(handle.interaction.respond(id, { type: 'approve' }))).toMatch(
        /NO_PENDING_INTERACTION|RUN_NOT_ACTIVE/,
      );
    }));

  it('is answered once: of two answers the first counts', () =>
    play(traits, askOnce(MAKE), async ({ asked, handle, end, events, isMade }) => {
      const { id } = await asked(0);
      const answers = [
        codeOf(handle.interaction.respond(id, { type: 'deny', reason: 'first' })),
        codeOf(handle.interaction.respond(id, { type: 'approve' })),
      ];
      expect(await Promise.all(answers)).toEqual(['accepted', 'NO_PENDING_INTERACTION']);
      await end();
      expect([isMade(), typesOf(events, APPROVALS)]).toEqual([false, ['approval_request', 'approval_denied']]);
    }));

  const { atOnce } = traits;
  it(
    atOnce === undefined
      ? 'of two calls is asked one after the other'
      : 'of two calls can be open at once, and be answered in any order',
    () => {
      const calls = atOnce ?? [MAKE, shell('echo two >> two.txt')];
      return play(traits, oneTurn({ tools: calls }, { text: 'Done.' }), async ({ asked, handle, end, events }) => {
        const first = await asked(0);
        if (atOnce === undefined) {
          await handle.interaction.respond(first.id, { type: 'approve' });
          await handle.interaction.respond((await asked(1)).id, { type: 'deny' });
        } else {
          const second = await asked(1);
          expect(handle.interaction.pending.map(({ id }) => id)).toEqual([first.id, second.id]);
          await handle.interaction.respond(second.id, { type: 'deny' });
          await handle.interaction.respond(first.id, { type: 'approve' });
        }
        expect((await end()).exitReason).toBe('completed');
        expect(typesOf(events, /^approval_(granted|denied)$/).sort()).toEqual(['approval_denied', 'approval_granted']);
        expect(typesOf(events, /^tool_(result|error)$/)).toHaveLength(2);
      });
    },
  );

  it('is nothing where everything is granted beforehand', () =>
    play(
      traits,
      askOnce(MAKE),
      async ({ end, events, count, isMade }) => {
        expect((await end()).exitReason).toBe('completed');
        expect([isMade(), count(), typesOf(events, APPROVALS)]).toEqual([true, 0, []]);
      },
      { approvalMode: 'yolo' },
    ));

  it('is nothing where everything is refused beforehand, and nothing is done', () =>
    play(
      traits,
      askOnce(MAKE),
      async ({ end, events, count, isMade }) => {
        expect((await end()).exitReason).toBe('completed');
        expect([isMade(), count(), typesOf(events, /^approval_granted$/)]).toEqual([false, 0, []]);
      },
      { approvalMode: 'deny' },
    ));

  it.runIf(traits.asksQuestions).each([
    ['by a choice', (id: string) => ({ type: 'answers', answers: { [id]: 'Blue' } }) as const, 'Blue'],
    ['in free words', () => ({ type: 'text', text: 'Green, like grass' }) as const, 'Green, like grass'],
  ])('in words is answered %s', (_, answer, said) =>
    play(traits, askOnce(ASK), async ({ asked, handle, end, events, staged }) => {
      const question = await asked(0);
      expect(question).toMatchObject({
        type: 'input',
        questions: [{ question: QUESTION, options: [{ label: 'Red' }, { label: 'Blue' }] }],
      });
      await handle.interaction.respond(question.id, answer(question.questions?.[0]?.id ?? ''));
      expect(await end()).toMatchObject({ exitReason: 'completed', text: 'Done.' });
      expect(events.find(({ type }) => type === 'input_required')).toMatchObject({
        question: expect.stringContaining(QUESTION),
      });
      expect(staged.server.requests.some(({ body }) => JSON.stringify(body)?.includes(said))).toBe(true);
    }),
  );

  const { inText } = traits;
  it.runIf(inText !== undefined)(`and a word thrown in while it writes its last text: ${inText?.delivered}`, () =>
    play(
      traits,
      {
        turns: [
          { prompt: 'Go.', steps: [{ text: ['Slowly ', { hold: 'text' }, 'done.'] }] },
          { prompt: 'And say why.', steps: [{ text: 'Because you said so.' }] },
        ],
      },
      async ({ staged, handle, end, events }) => {
        await new Promise((resolve) => handle.once('text_delta', resolve));
        const delivery = handle.steer('And say why.');
        // Who cuts its text does so at once; the others have the word by now, and go on writing.
        await (inText?.isCut ? delivery : new Promise((resolve) => setTimeout(resolve, 800)));
        staged.server.release('text');
        expect(await delivery).toMatchObject({ delivered: inText?.delivered });
        expect(await end()).toMatchObject({ exitReason: 'completed', text: 'Because you said so.' });
        const isSteered = inText?.delivered === 'steered';
        expect(typesOf(events, /^(turn|step)_(start|end)$/)).toEqual([
          'turn_start',
          'step_start',
          'step_end',
          ...(isSteered ? [] : ['turn_end', 'turn_start']),
          'step_start',
          'step_end',
          'turn_end',
        ]);
        const texts = events.flatMap((event) => (event.type === 'message_stop' ? [event.text] : []));
        expect(texts).toEqual([inText?.isCut ? 'Slowly ' : 'Slowly done.', 'Because you said so.']);
      },
    ),
  );

  it(`and a word thrown in while it works: ${traits.steered}`, () =>
    play(
      traits,
      {
        turns: [
          { prompt: 'Go.', steps: [{ tools: [shell('sleep 3; echo waited')] }, { text: 'Waited.' }] },
          { prompt: 'And say why.', steps: [{ text: 'Because you said so.' }] },
        ],
      },
      async ({ handle, end, events }) => {
        await new Promise((resolve) => handle.once('shell_start', resolve));
        expect(await handle.steer('And say why.')).toMatchObject({ delivered: traits.steered });
        expect(await end()).toMatchObject({ exitReason: 'completed', text: 'Because you said so.' });
        expect(typesOf(events, /^turn_start$/)).toHaveLength(traits.steered === 'steered' ? 1 : 2);
      },
      { approvalMode: 'yolo' },
    ));
});
