/** A schema is an object of a library that speaks Standard Schema (zod, valibot, arktype …), or a JSON Schema. */
import { isRecord } from '../field-rules.ts';

/** A JSON Schema of an object. */
export type JsonSchema = Readonly<Record<string, unknown>>;

interface SchemaIssue {
  readonly message: string;
  readonly path?: ReadonlyArray<PropertyKey | { readonly key: PropertyKey }> | undefined;
}

type SchemaResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] };

interface SchemaConverter {
  readonly input: (options: { readonly target: 'draft-07' }) => Record<string, unknown>;
  readonly output: (options: { readonly target: 'draft-07' }) => Record<string, unknown>;
}

/** A schema of any library that follows https://standardschema.dev, as far as it is used here. */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => SchemaResult<Output> | Promise<SchemaResult<Output>>;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
    /** The converter, where the library can express the schema as a JSON Schema. */
    readonly jsonSchema?: SchemaConverter;
  };
}

/** The schema of an output or an input: a Standard Schema or a JSON Schema. */
export type AnySchema = StandardSchema | JsonSchema;

/** The type of a value that has been validated; `unknown` where the schema is a JSON Schema. */
export type OutputOf<S> = S extends {
  readonly '~standard': { readonly types?: { readonly output: infer Output } | undefined };
}
  ? Output
  : unknown;

export function isStandardSchema(value: unknown): value is StandardSchema {
  // The schemas of arktype are functions.
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) {
    return false;
  }
  const standard: unknown = (value as Partial<StandardSchema>)['~standard'];
  return isRecord(standard) && standard['version'] === 1 && typeof standard['validate'] === 'function';
}
