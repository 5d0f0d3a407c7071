/** A conversation at the terminal: shows what the agent does, puts its questions, and passes on what the person types, turn after turn. */
import { AgentMuxError, type Delivery, type RunHandle, type RunResult } from '@agent-mux/core';
import type { AgentEvent } from '@agent-mux/events';
import { type Asker, createAsker } from './ask-terminal.ts';
import { type ChatKeys, createChatKeys } from './chat-keys.ts';
import { createLineReader, type LineReader } from './line-reader.ts';
import { CHAT_HELP, parseChat } from './parse-chat.ts';
import { onSignals } from './signals.ts';
import { makeInline } from './terminal.ts';
import type { View } from './view.ts';

/** The run of a chat, which is kept open, and the terminal. */
export interface ChatContext {
  readonly handle: RunHandle;
  readonly view: View;
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
}

/** Resolves when the run is over. */
export async function converse(context: ChatContext): Promise<RunResult> {
  const { handle, view } = context;
  using chat = new Chat(context);
  // These are signals from other processes: a key never comes as a signal while we read the keys.
  using _ = onSignals({ interrupt: () => chat.interrupt(), abort: () => void handle.abort() });
  view.out.onClose(() => void handle.abort());
  await chat.run();
  const result = await handle.result();
  if (!view.out.isClosed) {
    await view.presenter.result(result);
  }
  return result;
}

class Chat implements Disposable {
  readonly #handle: RunHandle;
  readonly #view: View;
  readonly #keys: ChatKeys;
  readonly #reader: LineReader;
  readonly #asker: Asker;
  readonly #over = new AbortController();
  /** The number of turns that were asked for and have not begun; the first is that of the run's own prompt. */
  #waiting = 1;
  #isInTurn = false;
  #wasInterrupted = false;
  #isLeaving = false;
  #sessionId: string | undefined;
  #wake = (): void => {};

  constructor({ handle, view, input, output }: ChatContext) {
    const onInterrupt = (): void => this.interrupt();
    this.#handle = handle;
    this.#view = view;
    this.#keys = createChatKeys({ input, onInterrupt });
    this.#reader = createLineReader({ input, output, onInterrupt });
    const { interaction } = handle;
    this.#asker = createAsker({
      interaction,
      screen: view.screen,
      cwd: view.cwd,
      isShown: !view.isQuiet,
      reader: this.#reader,
    });
    void handle.result().then(() => this.#over.abort());
  }

  [Symbol.dispose](): void {
    this.#keys[Symbol.dispose]();
  }

  get #isWorking(): boolean {
    return this.#isInTurn || this.#waiting > 0;
  }

  /** Interrupts the running turn, or the chat where none runs; the second call interrupts the run. */
  interrupt(): void {
    if (this.#wasInterrupted) {
      void this.#handle.abort();
      return;
    }
    this.#wasInterrupted = true;
    if (this.#isWorking) {
      // The run may be over by the time of the key, and its result says the rest.
      void this.#handle.interrupt().catch(() => {});
    } else {
      this.#leave();
    }
  }

  #leave(): void {
    this.#isLeaving = true;
    void this.#handle.end();
  }

  async run(): Promise<void> {
    const events = this.#handle[Symbol.asyncIterator]();
    let next = events.next();
    for (;;) {
      this.#keys.listen();
      const woken = new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      const what = await Promise.race([
        next.then(() => 'event'),
        this.#keys.pressed.then(() => 'key'),
        woken.then(() => 'word'),
      ]);
      if (what === 'event') {
        const { done, value } = await next;
        if (done === true) {
          return;
        }
        await this.#show(value);
        next = events.next();
      }
      if (what === 'key' || (!this.#isWorking && !this.#isLeaving)) {
        await this.#hearPerson();
      }
    }
  }

  async #show(event: AgentEvent): Promise<void> {
    await this.#view.presenter.event(event);
    switch (event.type) {
      case 'approval_request':
      case 'input_required':
        // The text typed so far was not an answer to this.
        this.#keys.take();
        await this.#asker.ask(event);
        break;
      case 'session_start':
        this.#sessionId = event.sessionId;
        break;
      case 'turn_start':
        this.#isInTurn = true;
        this.#waiting = Math.max(0, this.#waiting - 1);
        break;
      case 'turn_end':
        this.#isInTurn = false;
        this.#wasInterrupted = false;
        break;
      default:
    }
  }

  /** Reads one line while the agent works; otherwise lines until it has something to do, or the person leaves. */
  async #hearPerson(): Promise<void> {
    await this.#view.screen.endText();
    let begun = this.#keys.take();
    for (;;) {
      const line = await this.#read(begun);
      begun = '';
      if (this.#over.signal.aborted) {
        return;
      }
      await this.#obey(line);
      if (this.#isWorking || this.#isLeaving) {
        return;
      }
    }
  }

  /** The line; undefined where the person has closed the input, or the run is over. */
  async #read(begun: string): Promise<string | undefined> {
    const { signal } = this.#over;
    try {
      return await this.#reader.read(this.#handle.agent, signal, { begun });
    } catch (error) {
      if (signal.aborted) {
        return undefined;
      }
      throw error;
    }
  }

  async #obey(line: string | undefined): Promise<void> {
    const { palette } = this.#view.screen;
    const said = line === undefined ? ({ type: 'quit' } as const) : parseChat(line);
    switch (said.type) {
      case 'say':
        this.#deliver(this.#isWorking ? this.#handle.steer(said.text) : this.#handle.continue(said.text));
        break;
      case 'queue':
        this.#deliver(this.#handle.queue(said.text));
        break;
      case 'quit':
        this.#leave();
        break;
      case 'stop':
        if (this.#isWorking) {
          this.interrupt();
        }
        break;
      case 'help':
        await this.#view.screen.note(palette.dim(CHAT_HELP));
        break;
      case 'session':
        await this.#view.screen.note(palette.dim(this.#describeSession()));
        break;
      case 'unknown': {
        const name = makeInline(said.name);
        await this.#view.screen.note(palette.yellow(`There is no ${name} here: see /help. To the agent: /${name}`));
        break;
      }
      default:
    }
  }

  /** Reports what became of a prompt, which is known only after the agent's next event. */
  #deliver(handing: Promise<Delivery>): void {
    const { screen } = this.#view;
    const isTold = this.#isWorking;
    this.#waiting++;
    void handing
      .then(
        async ({ delivered }) => {
          this.#waiting -= delivered === 'new-turn' ? 0 : 1;
          if (isTold) {
            const where = delivered === 'new-turn' ? 'the next turn' : 'into the running turn';
            await screen.note(screen.palette.dim(`  → ${where}`));
          }
        },
        async (error: unknown) => {
          this.#waiting--;
          if (!(AgentMuxError.isInstance(error) && error.code === 'RUN_NOT_ACTIVE')) {
            await screen.note(screen.palette.yellow(makeInline(String(error))));
          }
        },
      )
      .finally(() => this.#wake());
  }

  #describeSession(): string {
    const id = this.#sessionId === undefined ? undefined : makeInline(this.#sessionId);
    return id === undefined
      ? '  The session has no id yet.'
      : `  ${id} · later: amux chat ${this.#handle.agent} --session ${id}`;
  }
}
