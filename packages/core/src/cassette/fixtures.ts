/** Where fixtures lie, and their golden events. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AgentMuxError } from '../errors.ts';
import { CASSETTE_FILE } from './format.ts';
import type { NormalEvent } from './normalize.ts';

export const GOLDEN_FILE = 'events.jsonl';

/** One folder `<root>/<agent>/<cli version>/<scenario>` or `…/<scenario>.<mode>`. */
export interface Fixture {
  readonly agent: string;
  readonly version: string;
  readonly scenario: string;
  /** undefined = the first mode of the adapter. */
  readonly mode: string | undefined;
  readonly dir: string;
  readonly cassette: string;
  readonly golden: string;
}

export interface FixtureName {
  readonly agent: string;
  readonly version: string;
  readonly scenario: string;
  readonly mode?: string;
}

/** The place of a fixture, whether it exists or not. */
export function locateFixture(root: string, { agent, version, scenario, mode }: FixtureName): Fixture {
  const dir = join(root, agent, version, mode === undefined ? scenario : `${scenario}.${mode}`);
  return { agent, version, scenario, mode, dir, cassette: join(dir, CASSETTE_FILE), golden: join(dir, GOLDEN_FILE) };
}

/** All folders with a cassette, in the order of their names. A root that does not exist has none. */
export async function listFixtures(root: string): Promise<Fixture[]> {
  const fixtures: Fixture[] = [];
  for (const agent of await listFolders(root)) {
    for (const version of await listFolders(join(root, agent))) {
      for (const name of await listFolders(join(root, agent, version))) {
        const [scenario = name, mode] = name.split('.', 2);
        const fixture = locateFixture(root, { agent, version, scenario, ...(mode === undefined ? {} : { mode }) });
        if ((await readdir(fixture.dir)).includes(CASSETTE_FILE)) {
          fixtures.push(fixture);
        }
      }
    }
  }
  return fixtures;
}

/** undefined where none was accepted yet. Rejects with PARSE_ERROR where it is damaged. */
export async function readGolden({ golden }: Pick<Fixture, 'golden'>): Promise<NormalEvent[] | undefined> {
  let text: string;
  try {
    text = await readFile(golden, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      return undefined;
    }
    throw error;
  }
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line, index) => parseGolden(line, `${golden}, line ${index + 1}`));
}

/** Only for a run that was told to accept: a golden file is reviewed like code. */
export async function writeGolden(
  { golden }: Pick<Fixture, 'golden'>,
  events: readonly NormalEvent[],
  consent: { readonly accept: true },
): Promise<void> {
  if (consent.accept !== true) {
    throw new AgentMuxError(
      'VALIDATION_ERROR',
      `${golden} is only written by a run that accepts: npm run fixtures:accept.`,
    );
  }
  await writeFile(golden, events.map((event) => `${JSON.stringify(event)}\n`).join(''));
}

/** The first difference in words, or undefined. */
export function compareGolden(golden: readonly NormalEvent[], actual: readonly NormalEvent[]): string | undefined {
  const length = Math.max(golden.length, actual.length);
  for (let index = 0; index < length; index++) {
    const wanted = write(golden[index]);
    const found = write(actual[index]);
    if (wanted !== found) {
      return `Event ${index} of ${golden.length} (now ${actual.length}) differs.\n  golden: ${wanted}\n  actual: ${found}`;
    }
  }
  return undefined;
}

function write(event: NormalEvent | undefined): string {
  return event === undefined ? '(none)' : JSON.stringify(event);
}

function parseGolden(line: string, where: string): NormalEvent {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === 'object' && value !== null) {
      return { ...value };
    }
  } catch (error) {
    throw new AgentMuxError('PARSE_ERROR', `${where} is not JSON. Restore it, or accept the events anew.`, {
      cause: error,
    });
  }
  throw new AgentMuxError('PARSE_ERROR', `${where} is no event. Restore it, or accept the events anew.`);
}

async function listFolders(path: string): Promise<string[]> {
  try {
    const entries = await readdir(path, { withFileTypes: true });
    return entries
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
      .sort();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      return [];
    }
    throw error;
  }
}
