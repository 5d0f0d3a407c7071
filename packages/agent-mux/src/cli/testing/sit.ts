/** A person in front of amux: a run of the toy agent in a pseudo-terminal. */
import { type IPty, spawn } from 'node-pty';
import { type ToyCall, toyArgument } from './toy-call.ts';

export interface Session extends Disposable {
  readonly pty: IPty;
  readonly seen: () => string;
  /** Waits until the terminal shows the text, from where the last wait ended. */
  until(text: string): Promise<void>;
  /** Waits until the terminal's last text is this; text that was waited for before does not count again. */
  ends(pattern: RegExp): Promise<void>;
  readonly exited: Promise<number>;
}

export interface SitOptions {
  /** The path of the toy program. */
  readonly main: string;
  /** @defaultValue 200 */
  readonly columns?: number;
  /** Variables of the program. @defaultValue without colours */
  readonly env?: Readonly<Record<string, string>>;
  /** Text that is typed before anything is shown. */
  readonly typedAhead?: string;
}

/** Starts the program in a terminal; disposing ends it. */
export function sit(
  call: ToyCall,
  { main, columns = 200, env = { NO_COLOR: '1' }, typedAhead = '' }: SitOptions,
): Session {
  const pty = spawn(process.execPath, [main, toyArgument(call)], {
    cols: columns,
    rows: 50,
    env: { ...process.env, ...env },
  });
  pty.write(typedAhead);
  let isGone = false;
  pty.onExit(() => {
    isGone = true;
  });
  let seen = '';
  let from = 0;
  let wake = (): void => {};
  pty.onData((data) => {
    seen += data;
    wake();
  });
  const exited = new Promise<number>((resolve) => pty.onExit(({ exitCode }) => resolve(exitCode)));
  return {
    pty,
    seen: () => seen,
    exited,
    async until(text) {
      await wait(() => seen.includes(text, from), text);
      from = seen.indexOf(text, from) + text.length;
    },
    async ends(pattern) {
      await wait(() => pattern.test(seen.slice(from)), String(pattern));
      from = seen.length;
    },
    [Symbol.dispose]() {
      if (!isGone) {
        pty.kill('SIGKILL');
      }
    },
  };

  async function wait(isSeen: () => boolean, what: string): Promise<void> {
    let isOver = false;
    void exited.then(() => {
      isOver = true;
      wake();
    });
    while (!isSeen()) {
      if (isOver) {
        throw new Error(`The terminal never showed ${what}, but:\n${seen}`);
      }
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }
}
