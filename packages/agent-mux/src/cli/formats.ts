/**
 * Other formats for a run: `--format` writes it as the events of another system, one JSON object a line or, with `--sse`, one server-sent
 * event each.
 */
import type { EntrySource, Projection } from '@agent-mux/protocols';
import type { GivenFlags } from './flag-table.ts';
import { asOneOf } from './read-value.ts';
import { UsageError } from './usage-error.ts';

type Load = () => Promise<Projection<unknown, unknown>>;

/** Loads a projection when it is asked for, so that nobody else waits for it. */
function load<Out, State>(create: () => Promise<Projection<Out, State>>): Load {
  // Only the projection itself reads its state.
  return create as unknown as Load;
}

const FORMATS: Readonly<Record<string, Load>> = {
  cagent: load(async () => (await import('@agent-mux/protocols/cagent')).cagent()),
  looopy: load(async () => (await import('@agent-mux/protocols/looopy')).looopy()),
  afk: load(async () => (await import('@agent-mux/protocols/afk')).afk()),
  agentic: load(async () => (await import('@agent-mux/protocols/agentic')).agentic()),
  a2a: load(async () => (await import('@agent-mux/protocols/a2a')).a2a({ version: '1.0' })),
  'ag-ui': load(async () => (await import('@agent-mux/protocols/ag-ui')).agui()),
  'ui-messages': load(async () => (await import('@agent-mux/protocols/ui-messages')).uiMessages()),
};

export const FORMAT_NAMES: readonly string[] = Object.keys(FORMATS);

/** Writes an output as a server-sent event, with what its system sends behind it. */
type WriteSse = (output: unknown) => string;

function loadSse<Out>(find: () => Promise<(output: Out) => string>): () => Promise<WriteSse> {
  return find as unknown as () => Promise<WriteSse>;
}

/** The formats that have server-sent events. */
const SSE: Readonly<Record<string, () => Promise<WriteSse>>> = {
  looopy: loadSse(async () => (await import('@agent-mux/protocols/looopy')).toSse),
  a2a: loadSse(async () => (await import('@agent-mux/protocols/a2a')).toSse),
  'ag-ui': loadSse(async () => (await import('@agent-mux/protocols/ag-ui')).toSse),
  'ui-messages': loadSse(async () => (await import('@agent-mux/protocols/ui-messages')).toSse),
};

const SSE_FORMATS = Object.keys(SSE).join(', ');

/** Flags that choose another way to show a run. */
const OTHER_WAYS = ['output', 'json', 'json-full', 'quiet', 'final', 'unknown'];

/** All of a source in the format that `--format` names, piece by piece, each with its line end. */
export type Format = (source: EntrySource) => AsyncGenerator<string, void, undefined>;

/**
 * The format; undefined without `--format`. Throws UsageError where there is no such format, and where it and another flag exclude each
 * other.
 */
export async function readFormat(given: GivenFlags): Promise<Format | undefined> {
  const names = given.get('format') ?? [];
  if (new Set(names).size > 1) {
    throw new UsageError(`--format is given ${names.length} times (${names.join(', ')}): a run is shown in one.`);
  }
  const name = names.at(-1);
  const isSse = given.has('sse');
  if (name === undefined) {
    if (isSse) {
      throw new UsageError(`--sse goes with --format, and that with one of ${SSE_FORMATS}.`);
    }
    return undefined;
  }
  const other = OTHER_WAYS.find((flag) => given.has(flag));
  if (other !== undefined) {
    throw new UsageError(`--format and --${other} exclude each other: each says how the run is shown.`);
  }
  const create = FORMATS[asOneOf(...FORMAT_NAMES)(name, '--format')];
  if (create === undefined) {
    return undefined;
  }
  const findSse = own(SSE, name);
  if (isSse && findSse === undefined) {
    throw new UsageError(`--sse goes with --format ${SSE_FORMATS}: ${name} has no server-sent events.`);
  }
  const [projection, write = writeLine, { project }] = await Promise.all([
    create(),
    isSse ? findSse?.() : undefined,
    import('@agent-mux/protocols'),
  ]);
  return async function* pieces(source) {
    for await (const output of project(source, projection)) {
      yield write(output);
    }
  };
}

function own<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

function writeLine(output: unknown): string {
  return `${JSON.stringify(output)}\n`;
}
