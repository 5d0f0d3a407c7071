/** Checks a value against a schema, and names each place that does not fit. */
import { type AnySchema, isStandardSchema, type JsonSchema } from './standard-schema.ts';

export interface MisfitPlace {
  /** A path such as `items[0].price`; an empty one is the value itself. */
  readonly path: string;
  readonly message: string;
}

export type Checked =
  | { readonly isFit: true; readonly value: unknown }
  | { readonly isFit: false; readonly places: readonly MisfitPlace[] };

/** Checks a value; a Standard Schema may make another value of it. Rejects with what the schema itself throws. */
export async function checkValue(value: unknown, schema: AnySchema): Promise<Checked> {
  return isStandardSchema(schema) ? checkStandard(value, schema) : checkJson(value, schema);
}

/** Describes the places in one line, for people. */
export function describeMisfit(places: readonly MisfitPlace[]): string {
  return places.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join('; ');
}

async function checkStandard(value: unknown, schema: Extract<AnySchema, { '~standard': unknown }>): Promise<Checked> {
  const result = await schema['~standard'].validate(value);
  if (result.issues === undefined) {
    return { isFit: true, value: result.value };
  }
  const places = result.issues.map(({ path = [], message }) => ({
    path: pathOf(path.map((step) => (typeof step === 'object' ? step.key : step))),
    message: message.split('\n')[0] ?? '',
  }));
  return { isFit: false, places };
}

async function checkJson(value: unknown, schema: JsonSchema): Promise<Checked> {
  // The validator is loaded when it is first needed. It makes no code of the schema, so that it works where that is
  // forbidden.
  const { Validator } = await import('@cfworker/json-schema');
  const { valid, errors } = new Validator(schema, '2020-12', false).validate(value);
  if (valid) {
    return { isFit: true, value };
  }
  // Whatever contains a wrong value is told to be wrong too: only the innermost say why.
  const outer = placesAround(errors.map(({ instanceLocation }) => instanceLocation));
  const inner = errors.filter(({ instanceLocation }) => !outer.has(instanceLocation));
  return {
    isFit: false,
    places: inner.map(({ instanceLocation, error }) => ({
      path: pathOf(instanceLocation.split('/').slice(1).map(readStep)),
      message: error,
    })),
  };
}

/** Returns every place that contains one of these. Each is looked at once, because a long list may be wrong in every item. */
function placesAround(locations: readonly string[]): ReadonlySet<string> {
  const outer = new Set<string>();
  for (const location of locations) {
    // A location begins with `#`, so that no step is at its beginning.
    for (let end = location.lastIndexOf('/'); end > 0; end = location.lastIndexOf('/', end - 1)) {
      const around = location.slice(0, end);
      // What contains that one is known as well.
      if (outer.has(around)) {
        break;
      }
      outer.add(around);
    }
  }
  return outer;
}

// Decodes a step of a JSON pointer.
function readStep(step: string): string {
  return decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
}

function pathOf(steps: readonly PropertyKey[]): string {
  return steps
    .map((step) => (/^\d+$/.test(String(step)) ? `[${String(step)}]` : `.${String(step)}`))
    .join('')
    .replace(/^\./, '');
}
