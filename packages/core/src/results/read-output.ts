/** Reads an agent's answer to an `outputSchema`, and checks it against the schema. */
import type { TurnError } from '@agent-mux/events/journal';
import { describeError } from '../describe-error.ts';
import { type AnySchema, checkValue, describeMisfit } from '../schema/index.ts';

export interface OutputSource {
  /** The output that the CLI reported; undefined where the text is the output. */
  readonly told: unknown;
  readonly text: string;
}

export type ReadOutput = { readonly raw: unknown; readonly value: unknown } | { readonly error: TurnError };

/** Returns what the agent gave; undefined where its text is no JSON. */
export function rawOutput({ told, text }: OutputSource): unknown {
  if (told !== undefined) {
    return told;
  }
  try {
    return JSON.parse(text);
  } catch {
    // An agent may say anything; whoever asks for the value is told.
    return undefined;
  }
}

/** Reads and checks it. The promise never rejects. */
export async function readOutput(source: OutputSource, schema: AnySchema): Promise<ReadOutput> {
  const raw = rawOutput(source);
  if (raw === undefined) {
    return { error: invalid('the answer is no JSON') };
  }
  try {
    const checked = await checkValue(raw, schema);
    return checked.isFit ? { raw, value: checked.value } : { error: invalid(describeMisfit(checked.places)) };
  } catch (error) {
    return { error: invalid(`the schema failed: ${describeError(error)}`) };
  }
}

function invalid(why: string): TurnError {
  return {
    code: 'OUTPUT_INVALID',
    message: `The answer does not fit \`outputSchema\`: ${why}.`,
    recoverable: true,
  };
}
