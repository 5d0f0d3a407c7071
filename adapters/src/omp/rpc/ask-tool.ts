/** omp's tool `ask`: the agent's questions come one by one, and are asked and answered together. */
import type { Interaction, InteractionResponse, Question } from '@agent-mux/core';
import { answerLine } from '../../pi-family/index.ts';
import { isNative, listOf, type OpenQuestion, objectOf, textOf, textsOf } from '../../shared/index.ts';
import type { NativeLine, NativeOption, NativeQuestion, NativeToolInput } from '../shared/native.ts';

/** The last option, which omp adds: the user types an answer after choosing it. */
const OTHER = 'Other (type your own)';

const DECLINED = 'The user declined to answer.';

interface Dialogue {
  readonly questions: readonly Question[];
  /** The answers to all questions, once the first was answered. */
  answers: ReadonlyMap<string, readonly string[]> | undefined;
  /** The options that were chosen, for questions that allow several. */
  readonly chosen: Map<string, Set<string>>;
}

interface Posed {
  readonly dialogue: Dialogue;
  readonly question: Question;
}

export class AskTool {
  readonly #dialogues = new Map<string, Dialogue>();
  readonly #posed = new Map<unknown, Posed>();

  /** Takes a question of a call. The first one opens all of them; the later ones are answered by the line that is returned. */
  asked(
    request: NativeLine,
    call: { readonly id: string; readonly input: unknown },
  ): OpenQuestion | string | undefined {
    const dialogue = this.#dialogueOf(call);
    const title = textOf(request.title) ?? '';
    // One question may contain another, and the title may have words around it.
    const [longest] = dialogue.questions
      .filter((each) => title.includes(each.question))
      .toSorted((a, b) => b.question.length - a.question.length);
    const question = longest ?? dialogue.questions[0];
    if (question === undefined) {
      return undefined;
    }
    const posed = { dialogue, question };
    this.#posed.set(request.id, posed);
    if (dialogue.answers !== undefined) {
      return JSON.stringify(answerLine(request, valueFor(request, posed, dialogue.answers)));
    }
    return {
      interaction: interactionOf(dialogue.questions, call),
      reply: (answer) => firstAnswer(request, posed, answer),
      verdict: () => ({ granted: false }),
    };
  }

  /** Takes an answer on its way. All answers travel with the first one, so that a recording contains them; omp reads the value alone. */
  answered(line: NativeLine): void {
    const posed = this.#posed.get(line.id);
    if (posed === undefined) {
      return;
    }
    const { dialogue, question } = posed;
    if (isNative<'answers'>(line) && isNative<string>(line.answers)) {
      dialogue.answers = new Map(Object.entries(line.answers).map(([id, values]) => [id, textsOf(values)]));
    }
    const label = labelOf(question, textOf(line.value) ?? '');
    if (label !== undefined) {
      const chosen = dialogue.chosen.get(question.id) ?? new Set();
      dialogue.chosen.set(question.id, chosen.add(label));
    }
  }

  #dialogueOf(call: { readonly id: string; readonly input: unknown }): Dialogue {
    const known = this.#dialogues.get(call.id);
    if (known !== undefined) {
      return known;
    }
    const dialogue: Dialogue = { questions: questionsOf(call), answers: undefined, chosen: new Map() };
    this.#dialogues.set(call.id, dialogue);
    return dialogue;
  }
}

/** The first answer; undefined where the questions are not all answered. */
function firstAnswer(request: NativeLine, posed: Posed, answer: InteractionResponse): NativeLine | undefined {
  const { questions } = posed.dialogue;
  switch (answer.type) {
    case 'answers': {
      const given = questions.map(({ id }) => [id, answer.answers[id]] as const);
      const answers = new Map(
        given.flatMap(([id, value]) => (value === undefined ? [] : [[id, listed(value)] as const])),
      );
      return answers.size === questions.length ? withAll(request, posed, answers) : undefined;
    }
    case 'text':
      return withAll(request, posed, new Map(questions.map(({ id }) => [id, [answer.text]])));
    case 'deny': {
      if (answer.interrupt === true) {
        return answerLine(request, { cancelled: true });
      }
      // A cancelled question ends the whole turn (omp 18.2.3).
      const words = answer.reason === undefined ? DECLINED : `${DECLINED} ${answer.reason}`;
      return withAll(request, posed, new Map(questions.map(({ id }) => [id, [words]])));
    }
    case 'form':
      return answer.action === 'accept' ? undefined : answerLine(request, { cancelled: true });
    case 'approve':
      return undefined;
    default:
      return answer satisfies never;
  }
}

function listed(value: string | readonly string[]): readonly string[] {
  return typeof value === 'string' ? [value] : value;
}

function withAll(request: NativeLine, posed: Posed, answers: ReadonlyMap<string, readonly string[]>): NativeLine {
  return answerLine(request, { ...valueFor(request, posed, answers), answers: Object.fromEntries(answers) });
}

/** The answer to one request of the dialogue. */
function valueFor(
  request: NativeLine,
  { dialogue, question }: Posed,
  answers: ReadonlyMap<string, readonly string[]>,
): Readonly<Record<string, unknown>> {
  const wanted = answers.get(question.id) ?? [];
  const typed = wanted.find((value) => labelOf(question, value) === undefined);
  if (request.method === 'editor' || request.method === 'input') {
    return { value: typed ?? wanted.join(', ') };
  }
  const shown = textsOf(request.options);
  const chosen = dialogue.chosen.get(question.id) ?? new Set();
  const label = wanted.find((value) => labelOf(question, value) !== undefined && !chosen.has(value));
  if (label !== undefined) {
    return { value: shown.find((option) => labelOf(question, option) === label) ?? label };
  }
  if (typed !== undefined) {
    return { value: OTHER };
  }
  const done = shown.find((option) => option !== OTHER && labelOf(question, option) === undefined);
  return done === undefined ? { cancelled: true } : { value: done };
}

/** The label of an option; omp adds a word to the label of a recommended one. */
function labelOf({ options = [] }: Question, value: string): string | undefined {
  return options.find(({ label }) => value === label || value.startsWith(`${label} (`))?.label;
}

function interactionOf(
  questions: readonly Question[],
  call: { readonly id: string; readonly input: unknown },
): Interaction {
  return {
    kind: 'input',
    detail: questions.map(({ question }) => question).join('\n'),
    source: 'agent',
    toolCallId: call.id,
    input: call.input,
    questions,
  };
}

function questionsOf({ input }: { readonly input: unknown }): readonly Question[] {
  const fields: NativeToolInput = objectOf(input) ?? {};
  return listOf(fields.questions).flatMap((item): Question[] => {
    const native: NativeQuestion = objectOf(item) ?? {};
    const question = textOf(native.question);
    if (question === undefined) {
      return [];
    }
    const header = textOf(native.header);
    return [
      {
        id: question,
        question,
        ...(header === undefined ? {} : { header }),
        multiSelect: native.multi === true,
        options: listOf(native.options).flatMap(optionOf),
        freeText: true,
      },
    ];
  });
}

function optionOf(item: unknown): readonly { readonly label: string; readonly description?: string }[] {
  const native: NativeOption = objectOf(item) ?? {};
  const label = textOf(native.label);
  const description = textOf(native.description);
  return label === undefined ? [] : [{ label, ...(description === undefined ? {} : { description }) }];
}
