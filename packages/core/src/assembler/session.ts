/** The run's one session: its events, and what a native session id means once it is open. */
import type { CostRecord } from '@agent-mux/events';
import type { EventDraft } from '../adapter/draft.ts';
import type { CloserName } from './contract.ts';
import type { Output } from './output.ts';

type SessionDraft = Extract<EventDraft, { type: 'session_start' }>;

export class Session {
  isOpen = false;
  /** The last native id. */
  nativeId: string | undefined = undefined;
  /** The id that the stream shows: the first one, for all of the run. */
  id = '';
  #priorTurnCount = 0;
  readonly #out: Output;
  readonly #omit: ReadonlySet<CloserName>;

  constructor(out: Output, omit: ReadonlySet<CloserName>) {
    this.#out = out;
    this.#omit = omit;
  }

  /** The first one opens the session; the same again says nothing new; another one cannot open a second. */
  start(draft: SessionDraft): void {
    const { sessionId, resumed = false, forkedFrom, priorTurnCount = 0 } = draft;
    const before = this.nativeId;
    this.nativeId = sessionId;
    if (this.isOpen) {
      if (sessionId !== before && sessionId !== this.id) {
        this.#out.debug('info', `The agent's session is now ${sessionId}; the stream keeps ${this.id}.`);
      }
      return;
    }
    this.isOpen = true;
    this.id = sessionId;
    this.#priorTurnCount = resumed ? priorTurnCount : 0;
    this.#out.put({ type: 'session_start', sessionId, resumed, ...(forkedFrom === undefined ? {} : { forkedFrom }) });
    if (resumed) {
      this.#out.put({ type: 'session_resume', sessionId, priorTurnCount });
    }
    if (forkedFrom !== undefined) {
      this.#out.put({ type: 'session_fork', sessionId, forkedFrom });
    }
  }

  /** The agent did something before it had a session to name. */
  startTransient(runId: string): void {
    this.isOpen = true;
    this.id = `transient-${runId}`;
    this.#out.put({ type: 'session_start', sessionId: this.id, resumed: false });
  }

  end(turns: number, cost: CostRecord | undefined): void {
    if (this.isOpen && !this.#omit.has('session_end')) {
      const turnCount = this.#priorTurnCount + turns;
      this.#out.put({ type: 'session_end', sessionId: this.id, turnCount, ...(cost === undefined ? {} : { cost }) });
    }
  }
}
