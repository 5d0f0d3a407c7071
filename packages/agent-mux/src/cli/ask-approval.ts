/** Asks the person at the terminal for leave, with all that would be granted on the screen. */
import type { InteractionResponse, PendingInteraction } from '@agent-mux/core';
import type { ApprovalRequestEvent } from '@agent-mux/events';
import { describeAsked } from './describe-asked.ts';
import { describeFields } from './describe-fields.ts';
import { describeApproval } from './describe-run-event.ts';
import type { Read } from './line-reader.ts';
import { mainField, parseApproval, parseInput } from './parse-answer.ts';
import type { Screen } from './screen.ts';
import { firstLines, makeInlineDeep, makePromptName, type Palette, quoteLines } from './terminal.ts';
import { withoutTold } from './told-fields.ts';
import { untoldFacts } from './untold-facts.ts';

/** The fields from which on what they belong to is shown once more, next to the choices. */
const MANY_LINES = 6;
const MANY_CHARACTERS = 600;
/** How many lines of a question in words are shown once more. */
const AGAIN_LINES = 3;

/** What a person who grants is shown, and how. */
interface Asking {
  readonly pending: PendingInteraction;
  readonly event: ApprovalRequestEvent;
  readonly screen: Screen;
  readonly read: Read;
  /** The run's working folder, where it is known. */
  readonly cwd: string | undefined;
}

/** Asks about an approval whose question is on the screen already. */
export async function askApproval({ pending, event, screen, read, cwd }: Asking): Promise<InteractionResponse> {
  const { scopes, input, acceptsUpdatedInput } = pending;
  const { palette } = screen;
  const told = makeInlineDeep(event);
  const asked = describeApproval(told, palette);
  const rest = withoutTold(input, event);
  const untold = untoldFacts(event, cwd);
  const facts = describeFields(untold, palette);
  const fields = describeFields(rest, palette);
  if (facts.lines !== '') {
    await screen.note(facts.lines);
  }
  if (fields.lines !== '') {
    await screen.note(isMuch(fields.lines) ? `${fields.lines}\n${askedAgain(event, palette)}` : fields.lines);
  }
  const described = [asked, facts, fields];
  const hasHidden = described.some((part) => part.hasHidden);
  const hasMore = hasHidden || described.some(({ isFolded }) => isFolded);
  const changeable = acceptsUpdatedInput && typeof input === 'object' && input !== null ? input : undefined;
  const choices = [
    'y = yes',
    ...(scopes.includes('session') ? ['a = yes, for the whole session'] : []),
    ...(changeable === undefined ? [] : ['e = yes, but with another input']),
    'n = no',
    'd = no, with a reason',
    ...(hasMore ? [`s = show all of it${hasHidden ? ', with its keys' : ''}`] : []),
  ];
  for (;;) {
    const line = await read(`  ${choices.join(', ')}`);
    if (line === undefined) {
      return { type: 'deny', reason: 'the user closed the question' };
    }
    if (hasMore && line.trim().toLowerCase() === 's') {
      const all = { isWhole: true, showsKeys: true };
      // The command comes last, next to the choices.
      const parts = [
        describeFields(rest, palette, all).lines,
        describeFields(untold, palette, all).lines,
        describeApproval(told, palette, all).lines,
      ];
      await screen.note(parts.filter((lines) => lines !== '').join('\n'));
      continue;
    }
    const response = await readApproval(parseApproval(line, scopes), changeable, read);
    if (response !== undefined) {
      return response;
    }
  }
}

function isMuch(lines: string): boolean {
  return lines.length > MANY_CHARACTERS || lines.split('\n').length > MANY_LINES;
}

/** What the fields belong to, which they may have pushed off the screen. */
function askedAgain(event: ApprovalRequestEvent, palette: Palette): string {
  const { lines } = describeAsked(event, palette);
  const words = lines === '' ? quoteLines(firstLines(event.detail, { count: AGAIN_LINES })) : lines;
  return `    ${palette.yellow('… what is asked, once more:')}\n${words}`;
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

async function askChange(input: object, read: Read): Promise<unknown> {
  const name = mainField(input);
  const line = await read(
    `  ${name === undefined ? 'input as JSON' : `${makePromptName(name, 'the text')}, or the whole input as JSON`}`,
  );
  return line === undefined ? undefined : parseInput(line, input);
}
