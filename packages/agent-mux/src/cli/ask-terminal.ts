/** Puts the run's open questions to the person at the terminal, one after the other. */
import {
  AgentMuxError,
  type InteractionChannel,
  type InteractionResponse,
  type PendingInteraction,
  type Question,
} from '@agent-mux/core';
import type { AgentEvent, ApprovalFacts } from '@agent-mux/events';
import { askForm } from './ask-form.ts';
import { describeAsked } from './describe-asked.ts';
import { describeFields } from './describe-fields.ts';
import { describeRunEvent } from './describe-run-event.ts';
import type { LineReader, Read } from './line-reader.ts';
import { mainField, parseApproval, parseChoice, parseInput } from './parse-answer.ts';
import type { Screen } from './screen.ts';
import { linesOf, makeInline, makeInlineDeep, makePromptName, type Palette, quoteLines } from './terminal.ts';

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
        await answer(pending, options, gone.signal);
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
  { interaction, screen, reader }: AskerOptions,
  signal: AbortSignal,
): Promise<void> {
  const { yellow } = screen.palette;
  const read: Read = (question) => reader.read(question, signal);
  const ask = pending.type === 'approval' ? askApproval : askInput;
  for (;;) {
    const response = await ask(pending, screen, read);
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

async function askApproval(pending: PendingInteraction, screen: Screen, read: Read): Promise<InteractionResponse> {
  const { scopes, input, acceptsUpdatedInput, detail } = pending;
  const { palette } = screen;
  const facts = 'question' in detail ? {} : detail;
  const rest = withoutTold(input, facts);
  const fields = describeFields(rest, palette);
  const isFolded = fields.isFolded || describeAsked(facts, palette).isFolded;
  if (fields.lines !== '') {
    await screen.note(fields.lines);
  }
  const changeable = acceptsUpdatedInput && isObject(input) ? input : undefined;
  const choices = [
    'y = yes',
    ...(scopes.includes('session') ? ['a = yes, for the whole session'] : []),
    ...(changeable === undefined ? [] : ['e = yes, but with another input']),
    'n = no',
    'd = no, with a reason',
    ...(isFolded ? ['s = show all of it'] : []),
  ];
  for (;;) {
    const line = await read(`  ${choices.join(', ')}`);
    if (line === undefined) {
      return { type: 'deny', reason: 'the user closed the question' };
    }
    if (isFolded && line.trim().toLowerCase() === 's') {
      const all = [describeAsked(facts, palette, { isWhole: true }), describeFields(rest, palette, { isWhole: true })];
      await screen.note(all.flatMap(({ lines }) => (lines === '' ? [] : lines)).join('\n'));
      continue;
    }
    const response = await readApproval(parseApproval(line, scopes), changeable, read);
    if (response !== undefined) {
      return response;
    }
  }
}

/** The answer; undefined where the question must be put once more. */
async function readApproval(
  parsed: ReturnType<typeof parseApproval>,
  changeable: object | undefined,
  read: Read,
): Promise<InteractionResponse | undefined> {
  if (parsed === 'ask-reason') {
    const reason = (await read('  reason'))?.trim() ?? '';
    return reason === '' ? { type: 'deny' } : { type: 'deny', reason };
  }
  if (parsed !== 'ask-input') {
    return parsed;
  }
  const changed = changeable === undefined ? undefined : await askChange(changeable, read);
  return changed === undefined ? undefined : { type: 'approve', input: changed };
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

/** The input without what is already shown as the command or as a change. */
function withoutTold(input: unknown, { command, changes = [] }: ApprovalFacts): unknown {
  if (!isObject(input) || Array.isArray(input)) {
    return input;
  }
  const told = new Set<unknown>([
    command,
    ...changes.flatMap(({ path, oldText, newText }) => [path, oldText, newText]),
  ]);
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value === '' || !told.has(value)));
}

function isObject(input: unknown): input is object {
  return typeof input === 'object' && input !== null;
}

async function askChange(input: object, read: Read): Promise<unknown> {
  const name = mainField(input);
  const line = await read(
    `  ${name === undefined ? 'input as JSON' : `${makePromptName(name, 'the text')}, or the whole input as JSON`}`,
  );
  return line === undefined ? undefined : parseInput(line, input);
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
