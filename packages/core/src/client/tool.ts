/** Makes a host tool from a schema and a function, which is only given input that fits the schema. */
import { showValue } from '@agent-mux/events';
import type { HostTool, HostToolContext } from '../adapter/index.ts';
import { checkGiven } from '../demand-call.ts';
import { ValidationError } from '../errors.ts';
import { anything, callback, checkFields, filledText, isRecord, matching, type Rules } from '../field-rules.ts';
import type { AnySchema, JsonSchema, OutputOf } from '../schema/index.ts';
import { checkValue, describeMisfit, findJsonSchema, findSchemaErrors } from '../schema/index.ts';

/** The options of `tool`. */
export interface ToolOptions<S extends AnySchema> {
  /** The name, of letters, digits, `_` and `-`, at most 64. */
  readonly name: string;
  /** The description for the model: what the tool does and when to use it. */
  readonly description: string;
  /** The schema of an object: a Standard Schema (zod, valibot, arktype …) or a JSON Schema. */
  readonly input: S;
  /**
   * The JSON Schema for the model, where the `input` is a Standard Schema that cannot express itself as one.
   * @defaultValue what `input` says
   */
  readonly jsonSchema?: JsonSchema;
  /**
   * Its return value goes to the agent: text as it is, anything else as JSON. A throw becomes the error of the call.
   * Calls may overlap.
   */
  readonly run: (input: OutputOf<S>, context: HostToolContext) => unknown;
}

/**
 * Makes a tool of a function of the program, for `RunOptions.tools`. The same object serves all agents that take tools
 * of their client. An input that does not fit is not given to `run`: the agent is told what is wrong with it, and may
 * call again. Throws ValidationError with every fault.
 *
 * @example
 * const add = tool({ name: 'add', description: 'Adds.', input: z.object({ a: z.number(), b: z.number() }), run: ({ a, b }) => a + b });
 */
export function tool<const S extends AnySchema>(options: ToolOptions<S>): HostTool {
  const inputSchema = demandOptions(options);
  const { name, description, input, run } = options;
  return {
    name,
    description,
    inputSchema,
    async run(given, context) {
      const checked = await checkValue(given, input);
      if (!checked.isFit) {
        throw new Error(`The input does not fit the schema of "${name}": ${describeMisfit(checked.places)}.`);
      }
      // The call may have been stopped while a schema of the user's took its time.
      context.signal.throwIfAborted();
      return textOf(name, await run(checked.value as OutputOf<S>, context));
    },
  };
}

const RULES: Rules<Record<keyof ToolOptions<AnySchema>, unknown>> = {
  name: matching(/^[a-zA-Z0-9_-]{1,64}$/, 'letters, digits, "_" and "-", at most 64'),
  description: filledText,
  input: anything,
  jsonSchema: anything,
  run: callback,
};

function demandOptions(options: unknown): JsonSchema {
  const given = isRecord(options) ? options : {};
  const errors = isRecord(options) ? [] : checkGiven(RULES, options);
  errors.push(...checkFields(RULES, given, '', ['name', 'description', 'run']));
  errors.push(...findSchemaErrors(given, 'input'));
  const found = findJsonSchema({ schema: given['input'], jsonSchema: given['jsonSchema'] });
  if ('jsonSchema' in found && errors.length === 0) {
    return found.jsonSchema;
  }
  throw new ValidationError(errors, 'tool()');
}

function textOf(name: string, value: unknown): string {
  if (typeof value === 'string') {
    return value;
  }
  const text = value === undefined ? '' : JSON.stringify(value);
  if (typeof text !== 'string') {
    throw new Error(`The tool "${name}" returned ${showValue(value)}, which JSON has no form for.`);
  }
  return text;
}
