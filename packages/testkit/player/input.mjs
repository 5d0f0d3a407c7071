/** What is written to the player, message by message. */

export class Input {
  #framing;
  #lines = [];
  #open = '';
  #isEnded = false;
  #isRead = false;
  #wake = () => {};

  constructor(framing) {
    this.#framing = framing;
  }

  /** The next message, or undefined at the end of stdin. */
  async next(isPartial) {
    this.#read();
    for (;;) {
      if (this.#lines.length > 0) {
        return this.#lines.shift();
      }
      if (this.#isEnded) {
        const rest = this.#open;
        this.#open = '';
        return rest === '' ? undefined : rest;
      }
      if (isPartial && this.#open !== '') {
        await this.end();
        continue;
      }
      await this.#changed();
    }
  }

  async end() {
    this.#read();
    while (!this.#isEnded) {
      await this.#changed();
    }
  }

  #changed() {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  #read() {
    if (this.#isRead) {
      return;
    }
    this.#isRead = true;
    process.stdin.setEncoding('utf8');
    process.stdin.on('data', (text) => {
      this.#take(text);
      this.#wake();
    });
    const end = () => {
      this.#isEnded = true;
      this.#wake();
    };
    process.stdin.on('end', end);
    process.stdin.on('error', end);
  }

  #take(text) {
    if (this.#framing === 'content-length') {
      this.#takeFrames(this.#open + text);
      return;
    }
    const lines = (this.#open + text).split(this.#framing === 'pty' ? /[\r\n]/ : '\n');
    this.#open = lines.pop() ?? '';
    this.#lines.push(...lines);
  }

  #takeFrames(text) {
    let rest = Buffer.from(text);
    for (;;) {
      const head = /^Content-Length: (\d+)\r\n(?:[^\r\n]+\r\n)*\r\n/i.exec(rest.toString('latin1', 0, 1024));
      const size = head === null ? 0 : head[0].length + Number(head[1]);
      if (head === null || rest.length < size) {
        break;
      }
      this.#lines.push(rest.toString('utf8', head[0].length, size));
      rest = rest.subarray(size);
    }
    this.#open = rest.toString('utf8');
  }
}
