/** Reads the keys while an agent works: Ctrl-C or Esc stops it, and whatever else is typed begins a line for it. */

export interface ChatKeys extends Disposable {
  /** Resolves when a line was begun; there is a new promise after each `take`. */
  readonly pressed: Promise<void>;
  /** The text typed so far; keys are no longer read until `listen`. */
  take(): string;
  listen(): void;
}

export interface ChatKeysOptions {
  readonly input: NodeJS.ReadStream;
  readonly onInterrupt: () => void;
}

const CTRL_C = '\x03';
const ESC = '\x1b';
/** Matches Enter, which only opens the line. */
const ENTER = /^[\r\n]+$/;

export function createChatKeys({ input, onInterrupt }: ChatKeysOptions): ChatKeys {
  let typed = '';
  let isListening = false;
  let wasRaw = false;
  let press = (): void => {};
  let pressed = renew();

  function renew(): Promise<void> {
    return new Promise((resolve) => {
      press = resolve;
    });
  }

  function onData(chunk: Buffer | string): void {
    const keys = chunk.toString();
    if (keys.includes(CTRL_C) || keys === ESC) {
      onInterrupt();
    } else if (!keys.startsWith(ESC)) {
      typed += typed === '' && ENTER.test(keys) ? '' : keys;
      press();
    }
  }

  function stop(): void {
    if (isListening) {
      isListening = false;
      input.off('data', onData).pause();
      input.setRawMode(wasRaw);
    }
  }

  return {
    get pressed() {
      return pressed;
    },
    take() {
      stop();
      const begun = typed;
      typed = '';
      pressed = renew();
      return begun;
    },
    listen() {
      if (!isListening) {
        isListening = true;
        wasRaw = input.isRaw;
        input.setRawMode(true);
        input.on('data', onData).resume();
      }
    },
    [Symbol.dispose]: stop,
  };
}
