/** The journals of all fixtures: what was recorded is heard again in process, with the entries that a run has besides its events. */
import { builtInAdapters } from '@agent-mux/adapters';
import { type Adapter, type Interaction, OUTCOMES, type RunResult } from '@agent-mux/core';
import { type Cassette, prepareReplay, ReplayMachine } from '@agent-mux/core/cassette';
import type { AgentEvent } from '@agent-mux/events';
import type { Cause, Giver, JournalEntry, RunHeader } from '@agent-mux/events/journal';
import { cutEntries } from '@agent-mux/testkit';
import { fixturesOf } from './read-once.ts';

/** It is of all tests of its process: nobody may change it. */
export interface FixtureJournal {
  /** `<agent>/<version>/<scenario>.<mode>`. */
  readonly name: string;
  readonly entries: readonly JournalEntry[];
  readonly result: RunResult;
}

let known: Promise<readonly FixtureJournal[]> | undefined;

/** Of all agents, made once in a process. */
export function fixtureJournals(): Promise<readonly FixtureJournal[]> {
  known ??= Promise.all(builtInAdapters.map(journalsOf)).then((each) => each.flat());
  return known;
}

async function journalsOf(adapter: Adapter): Promise<FixtureJournal[]> {
  const journals: FixtureJournal[] = [];
  for (const fixture of await fixturesOf(adapter)) {
    const { cassette } = await fixture.load();
    journals.push({ name: `${adapter.agent}/${fixture.title}`, ...keepJournal(cassette, adapter) });
  }
  return journals;
}

const PROGRAM: Giver = { kind: 'program' };
type Body = JournalEntry extends infer E
  ? E extends { readonly type: string }
    ? never
    : Omit<E, 'runId' | 'timestamp'>
  : never;

/** The journal that the recorded run would have kept. What older recordings do not tell of the host is made up, in plain words. */
export function keepJournal(cassette: Cassette, adapter: Adapter): Pick<FixtureJournal, 'entries' | 'result'> {
  const { header, entries: recorded } = cassette;
  const keeper = new Keeper();
  const machine = new ReplayMachine(header, keeper.listenTo(adapter), {}, (event) => keeper.take(event));
  const prompts = recorded.flatMap((entry) => (entry.dir === 'host' && entry.action === 'prompt' ? [entry] : []));
  const { options } = prepareReplay(header, adapter);
  const first = prompts.find(({ as }) => as === 'first');
  const text = first?.text ?? options.prompt;
  keeper.prompt({ id: first?.id ?? 'p1', text, as: 'first', by: first?.by ?? PROGRAM });
  for (const entry of cutEntries(recorded, header.framing, 'line')) {
    keeper.time = (header.startedAt ?? 1) + machine.elapsed;
    if (entry.dir === 'host') {
      switch (entry.action) {
        case 'prompt':
        case 'steer':
          keeper.prompt(entry);
          break;
        case 'answer':
          if (entry.interactionId !== undefined) {
            const { by, interactionId, response } = entry;
            keeper.add({ entry: 'input', input: 'answer', by, interactionId, response } as Body);
          }
          break;
        case 'interrupt':
        case 'abort':
          keeper.add({ entry: 'input', input: 'control', by: PROGRAM, action: entry.action } as Body);
          break;
        default:
      }
    }
    machine.push(entry);
  }
  const { result } = machine.finish();
  keeper.time = (header.startedAt ?? 1) + machine.elapsed;
  keeper.close(result);
  const { model, cwd, approvalMode, stream, keepOpen } = options;
  const { runId } = result;
  return {
    result,
    entries: keeper.finish({
      format: 1,
      runId,
      name: adapter.agent,
      agent: adapter.agent,
      mode: result.mode,
      ...(model === undefined ? {} : { model }),
      prompt: text,
      cwd,
      approvalMode,
      stream,
      tags: [],
      contextId: runId,
      threadId: runId,
      taskId: runId,
      root: runId,
      depth: 0,
      path: [adapter.agent],
      initiator: 'user',
      options: { keepOpen },
    }),
  };
}

class Keeper {
  time = 1;
  readonly #entries: (AgentEvent | Body)[] = [];
  readonly #times: number[] = [];
  readonly #said = new Set<string>();
  readonly #shown = new Set<string>();
  readonly #open = new Set<string>();
  #waiting: string | undefined;
  #steered: string | undefined;
  #turns = 0;
  #textOf: number | undefined;
  #pending: () => ReadonlyMap<string, Interaction> = () => new Map();

  /** The adapter, of whose dialects the questions are known. */
  listenTo(adapter: Adapter): Adapter {
    const modes = adapter.modes.map((mode) => ({
      ...mode,
      dialect: (...given: Parameters<typeof mode.dialect>) => {
        const dialect = mode.dialect(...given);
        this.#pending = () => dialect.state.pending;
        return dialect;
      },
    }));
    return { ...adapter, modes };
  }

  add(body: Body): void {
    this.#entries.push(body);
    this.#times.push(this.time);
  }

  prompt({ id, text, as, by }: { id: string; text: string; as: 'first' | 'new-turn' | 'steer'; by: Giver }): void {
    if (as === 'steer') {
      this.#steered = id;
    } else {
      this.#waiting = id;
    }
    if (this.#said.has(id)) {
      return;
    }
    this.#said.add(id);
    if (as === 'steer') {
      this.#open.add(id);
    }
    this.add({ entry: 'input', input: 'prompt', by, id, text, as } as Body);
  }

  take(event: AgentEvent): void {
    this.time = event.timestamp;
    if (event.lane === undefined) {
      this.#place(event);
    }
    if ((event.type === 'paused' || event.type === 'resumed') && event.lane === undefined) {
      this.add({
        entry: 'input',
        input: 'control',
        by: PROGRAM,
        action: event.type === 'paused' ? 'pause' : 'resume',
      } as Body);
    }
    if (event.type === 'message_stop' && event.lane === undefined) {
      this.#textOf = event.seq;
    }
    this.#entries.push(event);
    this.#times.push(event.timestamp);
    if (event.type === 'approval_request' || event.type === 'input_required') {
      this.#ask(event.interactionId);
    }
  }

  close({ text, durationMs, exitCode, signal, attempts, sessionId, error, diagnostics, exitReason }: RunResult): void {
    const rows = Object.entries(OUTCOMES) as [Cause, (typeof OUTCOMES)[Cause]][];
    const row = rows.find(([, each]) => each.exitReason === exitReason && (each.code ?? error?.code) === error?.code);
    const cause = exitReason === 'completed' ? 'completed' : (row?.[0] ?? 'error');
    this.add({
      entry: 'close',
      cause,
      facts: {
        durationMs,
        exitCode,
        signal,
        attempts,
        ...(sessionId === undefined ? {} : { sessionId }),
        ...(text === '' || this.#textOf === undefined ? {} : { textOf: this.#textOf }),
        ...(error === null
          ? {}
          : { error: { code: error.code, message: error.message, recoverable: error.recoverable } }),
        stderr: error?.stderr ?? '',
        diagnostics,
      },
    } as Body);
  }

  finish(header: RunHeader): JournalEntry[] {
    const { runId } = header;
    let last = this.#times[0] ?? 1;
    const open: JournalEntry = { entry: 'open', runId, timestamp: last, header };
    const rest = this.#entries.map((body, place): JournalEntry => {
      last = Math.max(last, this.#times[place] ?? last);
      return 'type' in body ? body : ({ ...body, runId, timestamp: last } as JournalEntry);
    });
    return [open, ...rest];
  }

  // A prompt has its place before its turn, and words for a running one before what the agent does next.
  #place(event: AgentEvent): void {
    if (event.type === 'turn_start') {
      if (this.#waiting === undefined && this.#steered === undefined && this.#turns > 0) {
        this.prompt({ id: `p${this.#turns + 1}`, text: `Prompt ${this.#turns + 1}`, as: 'new-turn', by: PROGRAM });
      }
      this.#turns += 1;
      const id = this.#waiting ?? this.#steered;
      if (id !== undefined) {
        this.add({ entry: 'delivered', id, delivered: 'new-turn' } as Body);
      }
      if (this.#waiting === undefined) {
        this.#steered = undefined;
      }
      this.#waiting = undefined;
    } else if (this.#steered !== undefined && event.type !== 'turn_end' && event.type !== 'debug') {
      this.add({ entry: 'delivered', id: this.#steered, delivered: 'steered' } as Body);
      this.#steered = undefined;
    }
  }

  #ask(interactionId: string): void {
    const [key, native] = [...this.#pending()].find(([each]) => !this.#shown.has(each)) ?? [];
    if (key !== undefined) {
      this.#shown.add(key);
    }
    const { scopes = ['once'], acceptsUpdatedInput = false, questions, schema } = native ?? {};
    this.add({
      entry: 'asked',
      interactionId,
      scopes,
      acceptsUpdatedInput,
      ...(questions === undefined ? {} : { questions }),
      ...(schema === undefined ? {} : { schema }),
      ...(native !== undefined && 'input' in native ? { input: native.input } : {}),
    } as Body);
  }
}
