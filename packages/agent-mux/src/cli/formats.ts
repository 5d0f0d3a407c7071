/** Other languages for a run: `--format` writes it as the events of another system, one JSON object a line. */
import type { EntrySource, Projection } from '@agent-mux/protocols';
import type { GivenFlags } from './flag-table.ts';
import { UsageError } from './usage-error.ts';

type Load = () => Promise<Projection<unknown, unknown>>;

/** Loaded when it is asked for: nobody else waits for it. */
function load<Out, State>(create: () => Promise<Projection<Out, State>>): Load {
  // What a state holds is the projection's own affair.
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

/** Flags that say in another way how a run is shown. */
const OTHER_WAYS = ['json', 'json-full', 'quiet', 'final', 'unknown'];

/** The lines of a source in the language that `--format` names, without the line feed. */
export type Format = (source: EntrySource) => AsyncGenerator<string, void, undefined>;

/** Undefined without `--format`. Throws UsageError where nobody knows it, and where another flag says how a run is shown. */
export async function readFormat(given: GivenFlags): Promise<Format | undefined> {
  const name = given.get('format')?.at(-1);
  if (name === undefined) {
    return undefined;
  }
  const other = OTHER_WAYS.find((flag) => given.has(flag));
  if (other !== undefined) {
    throw new UsageError(`--format and --${other} exclude each other: each says how the run is shown.`);
  }
  const create = Object.hasOwn(FORMATS, name) ? FORMATS[name] : undefined;
  if (create === undefined) {
    throw new UsageError(`--format must be one of ${FORMAT_NAMES.join(', ')}, not ${JSON.stringify(name)}.`);
  }
  const [projection, { project }] = await Promise.all([create(), import('@agent-mux/protocols')]);
  return async function* lines(source) {
    for await (const output of project(source, projection)) {
      yield JSON.stringify(output);
    }
  };
}
