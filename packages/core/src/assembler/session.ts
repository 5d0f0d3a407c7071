/** The one session of the run: its events, and the meaning of a native session id once it is open. */
import type { CostRecord } from '@agent-mux/events';
import { given } from '../given.ts';
import type { AssemblerOptions, DraftOf } from './contract.ts';
import type { Output } from './output.ts';
import { modelIn } from './turns.ts';

export class Session {
  isOpen = false;
  /** The last native id, or the transient one where nothing is kept. */
  nativeId: string | undefined = undefined;
  /** The id that the stream shows, which is the first one for the whole run. */
  id = '';
  // It is undefined where the agent does not report it.
  #priorTurnCount: number | undefined = 0;
  readonly #out: Output;
  /** The stand-in for an id that the agent does not give, or that names nothing that is kept. */
  readonly #transientId: string;
  readonly #isKept: boolean;
  readonly #knownTurnCount: AssemblerOptions['priorTurnCount'];

  constructor(out: Output, options: Pick<AssemblerOptions, 'runId' | 'noSession' | 'priorTurnCount'>) {
    this.#out = out;
    this.#transientId = `transient-${options.runId}`;
    this.#isKept = options.noSession !== true;
    this.#knownTurnCount = options.priorTurnCount;
  }

  /**
   * Opens the session with the first draft; a repeated one says nothing new, and another one cannot open a second
   * session.
   */
  start(draft: DraftOf<'session_start'>): void {
    const { resumed = false, forkedFrom, model, provider, priorTurnCount = this.#knownTurnCount?.() } = draft;
    const sessionId = this.#isKept ? draft.sessionId : this.#transientId;
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
    this.#out.put({
      type: 'session_start',
      sessionId,
      resumed,
      ...given({ forkedFrom }),
      ...modelIn({ model, provider }),
    });
    if (resumed) {
      this.#out.put({ type: 'session_resume', sessionId, ...given({ priorTurnCount }) });
    }
    if (forkedFrom !== undefined) {
      this.#out.put({ type: 'session_fork', sessionId, forkedFrom });
    }
  }

  /** Opens a session for an agent that did something before it had a session to name. */
  startTransient(): void {
    this.isOpen = true;
    this.id = this.#transientId;
    this.nativeId = this.#isKept ? undefined : this.id;
    this.#out.put({ type: 'session_start', sessionId: this.id, resumed: false });
  }

  end(turns: number, cost: CostRecord | undefined): void {
    if (this.isOpen) {
      this.#out.put({
        type: 'session_end',
        sessionId: this.id,
        turnCount: (this.#priorTurnCount ?? 0) + turns,
        ...(this.#priorTurnCount === undefined ? { turnCountKnown: false } : {}),
        ...given({ cost }),
      });
    }
  }
}
