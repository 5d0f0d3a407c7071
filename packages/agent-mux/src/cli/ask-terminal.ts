/** Puts the run's open questions to the person at the terminal, one after the other. */
import {
  AgentMuxError,
  type InteractionChannel,
  type InteractionResponse,
  type PendingInteraction,
  type Question,
} from '@agent-mux/core';
import type { AgentEvent, EventOf } from '@agent-mux/events';
import { askApproval } from './ask-approval.ts';
import { askForm } from './ask-form.ts';
import { describeRunEvent } from './describe-run-event.ts';
import type { LineReader, Read } from './line-reader.ts';
import { parseChoice } from './parse-answer.ts';
import type { Screen } from './screen.ts';
import { linesOf, makeInline, makeInlineDeep, type Palette, quoteLines } from './terminal.ts';

/** How often we look whether a question was withdrawn or timed out while somebody thinks about it. */
const LOOK_MS = 200;

const DECLINED: InteractionResponse = { type: 'deny', reason: 'the user declined to answer' };

export interface Asker {
  /** Resolves when the question of this event, if it is one and still open, is answered or gone. */
  ask(event: AgentEvent): Promise<void>;
}

export interface AskerOptions {
  readonly interaction: InteractionChannel;
  readonly screen: Screen;
  readonly reader: LineReader;
  /** Whether the presenter has shown the question itself. */
  readonly isShown: boolean;
  /** The run's working folder, where it is known. */
  readonly cwd?: string | undefined;
}

export function createAsker(options: AskerOptions): Asker {
  const { interaction, screen, isShown } = options;
  const { palette } = screen;
  const find = (id: string): PendingInteraction | undefined => interaction.pending.find((pending) => pending.id === id);
  return {
    async ask(event) {
      if (event.type !== 'approval_request' && event.type !== 'input_required') {
        return;
      }
      const pending = find(event.interactionId);
      if (pending === undefined) {
        return;
      }
      if (!isShown) {
        await screen.note(describeRunEvent(makeInlineDeep(event), palette) ?? makeInline(pending.description));
      }
      const gone = new AbortController();
      // No event reports that a question timed out.
      const watch = setInterval(() => {
        if (find(pending.id) === undefined) {
          gone.abort();
        }
      }, LOOK_MS);
      try {
        await answer(pending, event, options, gone.signal);
      } catch (error) {
        if (!gone.signal.aborted && !(AgentMuxError.isInstance(error) && error.code === 'NO_PENDING_INTERACTION')) {
          throw error;
        }
        await screen.note(`\n${palette.dim('  the question is no longer open')}`);
      } finally {
        clearInterval(watch);
      }
    },
  };
}

async function answer(
  pending: PendingInteraction,
  event: EventOf<'approval_request' | 'input_required'>,
  { interaction, screen, reader, cwd }: AskerOptions,
  signal: AbortSignal,
): Promise<void> {
  const { yellow } = screen.palette;
  const read: Read = (question) => reader.read(question, signal);
  for (;;) {
    const response =
      event.type === 'approval_request'
        ? await askApproval({ pending, event, screen, read, cwd })
        : await askInput(pending, screen, read);
    try {
      await interaction.respond(pending.id, response);
      return;
    } catch (error) {
      if (!AgentMuxError.isInstance(error) || error.code !== 'CAPABILITY_ERROR') {
        throw error;
      }
      await screen.note(`${yellow('!')} ${yellow(makeInline(error.message))}`);
    }
  }
}

async function askInput(
  { questions = [], schema }: PendingInteraction,
  screen: Screen,
  read: Read,
): Promise<InteractionResponse> {
  if (schema !== undefined) {
    return askForm(schema, { read, screen });
  }
  if (questions.length === 0) {
    const line = await read('  answer (Ctrl-D declines)');
    return line === undefined ? DECLINED : { type: 'text', text: line };
  }
  const answers: Record<string, string | string[]> = {};
  for (const question of questions) {
    const options = question.options ?? [];
    await screen.note(describeQuestion(question, screen.palette));
    const how = [
      ...(options.length === 0 ? [] : [question.multiSelect === true ? 'numbers' : 'number']),
      ...(options.length === 0 || question.freeText === true ? ['text'] : []),
    ].join(' or ');
    let choice: string | string[] | undefined;
    while (choice === undefined) {
      const line = await read(`  ${how} (Ctrl-D declines)`);
      if (line === undefined) {
        return DECLINED;
      }
      choice = parseChoice(line, question);
    }
    answers[question.id] = choice;
  }
  return { type: 'answers', answers };
}

/** A question with all that belongs to it. */
function describeQuestion({ question, header = '', options = [] }: Question, { yellow, dim }: Palette): string {
  const [first = '', ...others] = linesOf(question);
  const lines = options.map(({ label, description = '' }, index) =>
    `  ${index + 1}. ${makeInline(label)} ${dim(makeInline(description))}`.trimEnd(),
  );
  const topic = header === '' ? '' : ` ${dim(`[${makeInline(header)}]`)}`;
  return [`${yellow('?')} ${first}${topic}`, ...(others.length === 0 ? [] : [quoteLines(others)]), ...lines].join('\n');
}
