/** Turns what a person types at a question into an answer of the runtime; undefined where it is not understood and must be asked again. */
import type { InteractionResponse, Question } from '@agent-mux/core';

/** Parses an approval. `ask-reason` denies and asks for a reason; `ask-input` grants and asks for another input. */
export function parseApproval(
  line: string,
  scopes: readonly string[],
): InteractionResponse | 'ask-reason' | 'ask-input' | undefined {
  switch (line.trim().toLowerCase()) {
    case 'y':
    case 'yes':
      return { type: 'approve', scope: 'once' };
    case 'a':
    case 'always':
      return scopes.includes('session') ? { type: 'approve', scope: 'session' } : undefined;
    case 'n':
    case 'no':
      return { type: 'deny' };
    case 'd':
      return 'ask-reason';
    case 'e':
      return 'ask-input';
    default:
      return undefined;
  }
}

/** Another input of a tool: the whole as JSON, or its only text. */
export function parseInput(line: string, input: unknown): unknown {
  const typed = line.trim();
  if (typed === '' || typeof input !== 'object' || input === null) {
    return undefined;
  }
  if (typed.startsWith('{')) {
    try {
      return JSON.parse(typed);
    } catch {
      // A typo is asked about again.
      return undefined;
    }
  }
  const name = mainField(input);
  return name === undefined ? undefined : { ...input, [name]: typed };
}

/** The field that a line of text can stand for. */
export function mainField(input: object): string | undefined {
  const texts = Object.entries(input).filter(([, value]) => typeof value === 'string');
  return 'command' in input ? 'command' : texts.length === 1 ? texts[0]?.[0] : undefined;
}

/** Numbers of choices, or text where that is taken. */
export function parseChoice(
  line: string,
  { options = [], multiSelect = false, freeText = false }: Question,
): string | string[] | undefined {
  const typed = line.trim();
  if (typed === '') {
    return undefined;
  }
  const words = multiSelect ? typed.split(/[\s,]+/) : [typed];
  const labels = words.map((word) => (/^\d+$/.test(word) ? options[Number(word) - 1]?.label : undefined));
  if (labels.every((label) => label !== undefined)) {
    return multiSelect ? labels : labels[0];
  }
  const named = options.find(({ label }) => label.toLowerCase() === typed.toLowerCase());
  if (named !== undefined) {
    return multiSelect ? [named.label] : named.label;
  }
  // A wrong number is a typo, not an answer.
  return (freeText || options.length === 0) && !(options.length > 0 && /^\d+$/.test(typed)) ? typed : undefined;
}

/** What the JSON Schema of a form's field says about its values. */
export interface FieldSchema {
  readonly type?: unknown;
  readonly enum?: unknown;
  readonly items?: unknown;
}

/** A value of a form's field by its JSON Schema; undefined where the line is none. The values of a list are separated by commas. */
export function parseField(line: string, schema: FieldSchema): unknown {
  const typed = line.trim();
  if (Array.isArray(schema.enum)) {
    return typed === '' ? undefined : schema.enum.find((value) => String(value) === typed);
  }
  const kind = Array.isArray(schema.type) ? schema.type.find((each) => each !== 'null') : schema.type;
  switch (kind) {
    case 'number':
    case 'integer': {
      const value = Number(typed);
      const isWrong = typed === '' || !Number.isFinite(value) || (kind === 'integer' && !Number.isInteger(value));
      return isWrong ? undefined : value;
    }
    case 'boolean':
      return /^(y|yes|true)$/i.test(typed) ? true : /^(n|no|false)$/i.test(typed) ? false : undefined;
    case 'array': {
      const items = typeof schema.items === 'object' && schema.items !== null ? schema.items : {};
      const values = typed.split(',').map((part) => parseField(part, items));
      return values.includes(undefined) ? undefined : values;
    }
    default:
      return typed === '' ? undefined : typed;
  }
}
