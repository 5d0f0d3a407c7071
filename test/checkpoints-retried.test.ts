/** A run that goes back in a session and is retried: what an attempt has done to the session for good, no other attempt does again. */
import { fileURLToPath } from 'node:url';
import { builtInAdapters } from '@agent-mux/adapters';
import { createClient, type Dialect, type Mode, type ModeContext, type ResolvedOptions } from '@agent-mux/core';
import { type CassetteEntry, readText } from '@agent-mux/core/cassette';
import { describe, expect, it } from 'vitest';
import { type Proof, readProofs } from '../tools/support/read-proofs.ts';
import { changedDialect } from './support/changed-dialect.ts';
import { answers, session, toyAdapter } from './support/toy-adapter.ts';

const ROOT = fileURLToPath(new URL('../fixtures', import.meta.url));

/** Which modes go back in the session itself, and whether that can be done once only; a copy is made anew by each attempt. */
const ONCE = { claude: false, codex: true, copilot: true };

interface Scene {
  readonly mode: Mode;
  readonly options: ResolvedOptions;
  readonly context: ModeContext;
}

function sceneOf({ modes }: (typeof builtInAdapters)[number], { header, mode: name }: Proof): Scene {
  const mode = modes.find((each) => each.name === name);
  if (mode === undefined) {
    throw new Error(`${header.agent} has no mode ${name}.`);
  }
  const options = { prompt: 'x', cwd: '/work', ...header.options } as ResolvedOptions;
  const context: ModeContext = {
    runId: 'r',
    dir: '/run',
    binary: '/cli',
    newId: () => 'id',
    input: { text: 'x' },
    argv: header.argv,
    ...(header.prior === undefined ? {} : { prior: header.prior }),
  };
  return { mode, options, context };
}

/** Lets an attempt talk with the recorded CLI up to its first turn. Returns all that it said. */
function talk(
  dialect: Dialect,
  entries: readonly CassetteEntry[],
  until: (text: string) => boolean,
): readonly string[] {
  const said: string[] = [];
  const say = (messages: readonly string[]): void => {
    for (const message of messages) {
      said.push(message);
      say(dialect.parseEvent(message, { source: 'stdin' }).write);
    }
  };
  say(dialect.open().write);
  say(dialect.prompt({ text: 'x' }).write);
  for (const entry of entries) {
    if (entry.dir === 'out' && !dialect.state.turn) {
      if (until(readText(entry))) {
        break;
      }
      say(dialect.parseEvent(readText(entry), { source: 'stdout' }).write);
    }
  }
  return said;
}

const wordsOf = ({ mode, options, context }: Scene): readonly string[] => mode.command(options, context).args;
const never = (): boolean => false;

describe.each(builtInAdapters.map((adapter) => [adapter.agent, adapter] as const))('%s', (agent, adapter) => {
  it('goes back once in a session, and as often as it is started where that is no harm', async () => {
    const proofs = (await readProofs(ROOT, adapter)).filter(({ header }) => header.options?.checkpointId !== undefined);
    const rewinds = adapter.modes.flatMap(({ capabilities }) => capabilities.rewinds ?? []);
    expect(proofs.length > 0).toBe(rewinds.length > 0);
    for (const proof of proofs) {
      const scene = sceneOf(adapter, proof);
      const { mode, options, context } = scene;
      const { checkpointId = '', sessionId, ...others } = options;
      const place = context.prior?.place ?? checkpointId;
      const namesPlace = (text: string): boolean => text.includes(checkpointId) || text.includes(place);
      const first = mode.dialect(options, context);
      const said = talk(first, proof.entries, never);
      expect([...wordsOf(scene), ...said].some(namesPlace), proof.fixture.dir).toBe(true);
      const isOnce = sessionId !== undefined && ONCE[agent as keyof typeof ONCE];
      expect(first.state.hasGoneBack ?? false, proof.fixture.dir).toBe(isOnce);
      if (isOnce) {
        const next = { ...scene, options: { ...others, sessionId } };
        const second = talk(mode.dialect(next.options, context), proof.entries, never);
        expect([...wordsOf(next), ...second].filter(namesPlace)).toEqual([]);
        // What it says before the first turn is the same but for that: the session is opened, the prompt goes.
        expect(second.length).toBe(said.length - 1);
      }
    }
  });

  it('has not gone back before the CLI has said so', async () => {
    const proofs = (await readProofs(ROOT, adapter)).filter(({ header }) => header.options?.checkpointId !== undefined);
    for (const proof of proofs) {
      const { mode, options, context } = sceneOf(adapter, proof);
      const dialect = mode.dialect(options, context);
      let asked: string | undefined;
      talk(
        changedDialect(dialect, {
          parseEvent(line, lineContext) {
            if (lineContext.source === 'stdin' && /revert|truncate/.test(line)) {
              asked = line;
            }
            return dialect.parseEvent(line, lineContext);
          },
        }),
        proof.entries,
        () => asked !== undefined,
      );
      expect(dialect.state.hasGoneBack ?? false, proof.fixture.dir).toBe(false);
    }
  });
});

describe('a run that is retried', () => {
  it.each([
    ['is not given the place again once the session was taken back', true, ['c1', undefined]],
    ['is given it again where the first attempt did not come so far', false, ['c1', 'c1']],
  ] as const)('%s', async (_what, hasGoneBack, expected) => {
    const given: (string | undefined)[] = [];
    const crashing = toyAdapter({ steps: [session, { do: 'exit', code: 1 }] });
    const answering = toyAdapter({ steps: [session, answers('done'), { do: 'read-all' }] });
    const [first, second] = [crashing.modes[0] as Mode, answering.modes[0] as Mode];
    let starts = 0;
    const mode: Mode = {
      ...first,
      capabilities: { ...first.capabilities, rewinds: ['resume'] },
      command: (options, context) => (starts === 0 ? first : second).command(options, context),
      dialect(options, context) {
        given.push(options.checkpointId);
        starts++;
        const dialect = first.dialect(options, context);
        return changedDialect(dialect, {
          get state() {
            return { ...dialect.state, hasGoneBack };
          },
        });
      },
    };
    const result = await createClient({ adapters: [{ ...crashing, modes: [mode] }] }).run({
      agent: 'toy',
      prompt: 'go',
      sessionId: 's',
      checkpointId: 'c1',
      retryPolicy: { maxAttempts: 1, baseDelayMs: 1, maxDelayMs: 1 },
    });
    expect(result).toMatchObject({ exitReason: 'completed', attempts: 2, text: 'done' });
    expect(given.slice(-2)).toEqual(expected);
  });
});
