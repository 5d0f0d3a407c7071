/** Journals as runs write them, made of any drafts in any order, with inputs of every kind in between. */
import type { AgentEvent } from '@agent-mux/events';
import type { CloseEntry, Giver, InputEntry, JournalEntry, RunHeader } from '@agent-mux/events/journal';
// biome-ignore lint/correctness/noUndeclaredDependencies: used by tests only, a devDependency of the workspace
import fc from 'fast-check';
import type { EventDraft } from '../../../core/src/adapter/draft.ts';
import { createBench } from '../../../core/src/assembler/testing/harness.ts';
import { randomDraft } from '../../../core/src/assembler/testing/random-drafts.ts';
import { closeOf, openOf, START } from './runs.ts';

type Body<T extends JournalEntry> = T extends unknown ? Omit<T, 'runId' | 'timestamp'> : never;
type Entry = Exclude<JournalEntry, { readonly type: string }>;

/** Events that nothing follows. */
const LAST = ['aborted', 'timeout', 'crash', 'interrupted', 'turn_limit', 'auth_error', 'context_exceeded'];
/** The drafts, which are drawn once, because drawing each anew would cost more than storing it. */
const DRAFTS = fc.sample(randomDraft, { seed: 8, numRuns: 3_000 }).filter(({ type }) => !LAST.includes(type));
const GIVERS: readonly Giver[] = [
  { kind: 'user', id: 'ada' },
  { kind: 'agent', id: 'planner' },
  { kind: 'program' },
  { kind: 'program', rule: 'only tests €' },
  { kind: 'policy', rule: 'timeout' },
];
const ODD_TEXT = '€\u2028"\\\n\u{1f642}';

/** How a turn can end, and a run with it. */
const ENDS = [
  ['completed', 'completed', undefined],
  ['failed', 'error', 'AGENT_ERROR'],
  ['failed', 'auth', 'AUTH_ERROR'],
  ['interrupted', 'interrupted', 'INTERRUPTED'],
  ['turn_limit', 'turn_limit', 'TURN_LIMIT'],
] as const;

/** What can be said to a run. */
export const INPUT_KINDS = ['new-turn', 'steer', 'delivered', 'answer', 'control', 'note'] as const;

export type InputKind = (typeof INPUT_KINDS)[number];

/** Writes one run: its own events, and the inputs to it. */
class Scribe {
  readonly entries: JournalEntry[];
  readonly #header: RunHeader;
  readonly #random: () => number;
  readonly #bench;
  /** How many events of the assembler are in the journal already. */
  #seen = 0;
  readonly #open: string[] = [];
  readonly #unsaid: string[] = [];
  #isInTurn = false;
  /** Whether somebody stopped the last turn, and the agent had begun it by itself. Only the end of the run says how such a turn ended. */
  #isOwnStopped = false;
  #prompts = 0;
  /** The prompt that no `turn` entry has settled yet; only runs that are kept open have such entries. */
  #unsettled: string | undefined;
  /** Prompts that joined a running turn, and may begin one. */
  readonly #steers = new Set<string>();
  /** How its agent reports tokens: by the request, or in its costs alone. No CLI does both (docs/usage.md, and all of `fixtures/`). */
  #tells: 'requests' | 'costs' | undefined;

  constructor(header: RunHeader, random: () => number) {
    this.#header = header;
    this.#random = random;
    this.entries = [openOf(header)];
    const { runId, agent } = header;
    this.#bench = createBench({ runId, agent, stream: header.stream, clock: { timestampOf: (at) => START + at } });
    this.#prompt('first');
  }

  draft(draft: EventDraft): void {
    if (draft.type === 'token_usage') {
      this.#tells ??= 'requests';
      if (this.#tells === 'costs') {
        return;
      }
    } else if ('cost' in draft && draft.cost !== undefined) {
      this.#tells ??= 'costs';
    }
    if (draft.type === 'aborted') {
      this.#add({ entry: 'input', input: 'control', by: { kind: 'program' }, action: 'abort' });
    }
    if (draft.type === 'paused') {
      this.#add({ entry: 'input', input: 'control', by: { kind: 'program' }, action: 'pause' });
    }
    this.#bench.push(draft);
    this.#takeEvents();
  }

  /** Adds an input of this kind to the run, where it has its place here. */
  input(kind: InputKind = INPUT_KINDS[this.#below(INPUT_KINDS.length)] ?? 'note'): void {
    switch (kind) {
      case 'new-turn':
      case 'steer':
        this.#prompt(kind);
        break;
      case 'delivered':
        this.#deliver();
        break;
      case 'answer':
        this.#answer();
        break;
      case 'control':
        this.#control();
        break;
      case 'note':
        this.#note();
        break;
      default:
        kind satisfies never;
    }
  }

  close(): JournalEntry[] {
    const { assembler, now } = this.#bench;
    assembler.end(now() + 1);
    this.#takeEvents();
    // Prompts whose delivery is unknown open another turn, which ends with the run.
    const rest = this.#keepsOpen && this.#steers.size === 0 && this.#random() < 0.3 ? this.#rest() : undefined;
    const end = rest ?? (this.#isOwnStopped ? { cause: 'interrupted' as const } : undefined);
    const close = closeOf(this.#header.runId, START + now() + 1);
    const { cause = close.cause, error } = end ?? {};
    const facts = { ...close.facts, ...(error === undefined ? {} : { error }), ...this.#textOf };
    this.entries.push({ ...close, cause, facts });
    return this.entries;
  }

  /** Ends a turn: the journal says how. A run that ends with it ends in the same way. */
  #rest(): (Pick<CloseEntry, 'cause'> & Pick<CloseEntry['facts'], 'error'>) | undefined {
    const id = this.#unsettled;
    if (id === undefined || this.#isInTurn) {
      return undefined;
    }
    this.#unsettled = undefined;
    const [outcome, cause, code] = ENDS[this.#below(ENDS.length)] ?? ENDS[0];
    const error = code === undefined ? {} : { error: { code, message: ODD_TEXT, recoverable: false } };
    this.#add({ entry: 'turn', id, outcome, ...error });
    return { cause, ...error };
  }

  /** The turn's text stays, where turns follow one another. */
  get #textOf(): Pick<CloseEntry['facts'], 'textOf'> {
    const last = this.entries.findLast(
      (entry) => 'type' in entry && entry.type === 'message_stop' && entry.lane === undefined,
    );
    const isTold = this.#keepsOpen || this.#prompts > 1;
    return isTold && last !== undefined && 'seq' in last ? { textOf: last.seq } : {};
  }

  get #keepsOpen(): boolean {
    return this.#header.options['keepOpen'] === true;
  }

  /** A random number from 0 on. */
  #below(count: number): number {
    return Math.floor(this.#random() * count);
  }

  #takeEvents(): void {
    for (const event of this.#bench.events.slice(this.#seen)) {
      this.entries.push(event);
      this.#watch(event);
    }
    this.#seen = this.#bench.events.length;
  }

  #watch(event: AgentEvent): void {
    if (event.type === 'turn_start' || event.type === 'turn_end') {
      this.#isInTurn = event.type === 'turn_start';
      this.#isOwnStopped &&= !this.#isInTurn;
    }
    // A failure is followed by the next prompt, since otherwise the run would end with it.
    if (event.type === 'turn_end' && this.#keepsOpen && this.#random() < 0.6) {
      const end = this.#rest();
      if (end !== undefined && end.cause !== 'completed') {
        this.#prompt('new-turn');
      }
    }
    if (event.type !== 'approval_request' && event.type !== 'input_required') {
      return;
    }
    const { interactionId } = event;
    this.#open.push(interactionId);
    const questions = [{ id: 'q', question: 'Which?', options: [{ label: ODD_TEXT }] }];
    this.#add({
      entry: 'asked',
      interactionId,
      scopes: ['once', 'session'],
      acceptsUpdatedInput: this.#random() < 0.5,
      ...(this.#random() < 0.5 ? { questions, schema: { type: 'object' }, input: [null, 1, ODD_TEXT] } : {}),
    });
  }

  #prompt(kind: Extract<InputEntry, { input: 'prompt' }>['as']): void {
    // A run passes on the next prompt when the turn is over.
    const as = kind === 'new-turn' && this.#isInTurn ? 'steer' : kind;
    const id = `p${this.#prompts++}`;
    const images = this.#random() < 0.2 ? { images: 1 + this.#below(3) } : {};
    this.#unsaid.push(id);
    if (as === 'steer') {
      this.#steers.add(id);
    } else {
      this.#unsettled = id;
    }
    const text = as === 'first' ? this.#header.prompt : `More ${ODD_TEXT}`;
    this.#add({ entry: 'input', input: 'prompt', by: this.#giver(), id, text, as, ...images });
  }

  #deliver(): void {
    const id = this.#unsaid.shift();
    if (id !== undefined) {
      const isSteered = this.#isInTurn;
      this.#add({ entry: 'delivered', id, delivered: isSteered ? 'steered' : 'new-turn' });
      this.#unsettled = this.#steers.delete(id) && !isSteered ? id : this.#unsettled;
    }
  }

  #answer(): void {
    const interactionId = this.#open.shift();
    if (interactionId === undefined) {
      return;
    }
    const responses = [
      { type: 'approve', scope: 'session', input: { command: ODD_TEXT } },
      { type: 'deny', reason: ODD_TEXT },
      { type: 'text', text: ODD_TEXT },
      { type: 'answers', answers: { q: ['a', 'b'], r: '' } },
      { type: 'form', action: 'accept', content: { a: 1 } },
    ] as const;
    const response = responses[this.#below(responses.length)] ?? responses[1];
    this.#add({ entry: 'input', input: 'answer', by: this.#giver(), interactionId, response });
  }

  #control(): void {
    const actions = ['interrupt', 'resume', 'end'] as const;
    const action = actions[this.#below(actions.length)] ?? 'end';
    this.#isOwnStopped ||= action === 'interrupt' && this.#keepsOpen && this.#isInTurn && this.#unsettled === undefined;
    this.#add({ entry: 'input', input: 'control', by: { kind: 'program' }, action });
  }

  #note(): void {
    const data = this.#random() < 0.5 ? { title: ODD_TEXT, deep: [[], {}, null] } : 'x'.repeat(this.#below(3_000));
    this.#add({ entry: 'note', kind: 'title', ...(this.#random() < 0.3 ? { lane: 'a1' } : {}), data });
  }

  #giver(): Giver {
    return GIVERS[this.#below(GIVERS.length)] ?? { kind: 'program' };
  }

  #add(body: Body<Entry>): void {
    const { entry, ...rest } = body;
    const timestamp = START + this.#bench.now();
    this.entries.push({ entry, runId: this.#header.runId, timestamp, ...rest } as Entry);
  }
}

/** A run of about so many entries, from `open` to `close`. `inputs` is the share of its steps that are inputs, from 0 to 1. */
export function wholeRun(header: RunHeader, count: number, random: () => number, inputs = 0.05): JournalEntry[] {
  const scribe = new Scribe(header, random);
  while (scribe.entries.length < count) {
    if (random() < inputs) {
      scribe.input();
    } else {
      scribe.draft(randomDraftOf(random));
    }
  }
  if (random() < 0.2) {
    scribe.draft({ type: 'aborted' });
  }
  return scribe.close();
}

/** A run of so many drafts, with one input before the draft at `position`. */
export function runWithInput(
  header: RunHeader,
  drafts: number,
  { kind, position, random }: { readonly kind: InputKind; readonly position: number; readonly random: () => number },
): JournalEntry[] {
  const scribe = new Scribe(header, random);
  for (let index = 0; index < drafts; index++) {
    if (index === position) {
      scribe.input(kind);
    }
    scribe.draft(randomDraftOf(random));
  }
  return scribe.close();
}

function randomDraftOf(random: () => number): EventDraft {
  const below = (limit: number): number => Math.floor(random() * limit);
  const draft = random() < 0.5 ? undefined : DRAFTS[below(DRAFTS.length)];
  return draft ?? { type: 'text_delta', delta: `${'word '.repeat(below(12))}${ODD_TEXT}` };
}
