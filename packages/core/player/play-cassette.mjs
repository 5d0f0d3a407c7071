#!/usr/bin/env node
/**
 * Plays a cassette as a process: writes what the CLI wrote, waits where it was written to, and ends as it ended.
 *
 *   node play-cassette.mjs <cassette.jsonl> [--speed N] [--chunk random:SEED] [--strict] [-- anything]
 *
 * Plain JavaScript without dependencies, so that it runs from a checkout without a build.
 */
import { closeSync, openSync, readSync, write } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';

const STDOUT = 1;
const STDERR = 2;
const READ_SIZE = 1024 * 1024;
const WRITE_SIZE = 256 * 1024;
const MISMATCH = 97;
const BAD_USE = 98;
/** Signals that a recorded CLI may have been told to react to. SIGKILL needs no handler. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** Ids of requests: another client has others. */
const IDS = new Set(['id', 'request_id', 'requestId', 'uuid']);

function parseArguments(args) {
  const options = { path: undefined, speed: undefined, random: undefined, isStrict: false, rest: [] };
  for (let index = 0; index < args.length; index++) {
    const arg = args[index];
    if (arg === '--') {
      options.rest = args.slice(index + 1);
      break;
    } else if (arg === '--speed') {
      options.speed = Number(args[++index]);
    } else if (arg === '--chunk') {
      options.random = createRandom(Number(/^random:(\d+)$/.exec(args[++index] ?? '')?.[1]));
    } else if (arg === '--strict') {
      options.isStrict = true;
    } else {
      options.path ??= arg;
    }
  }
  return options;
}

/** The lines of a file, read as they are needed. */
function* readLines(path) {
  const file = openSync(path, 'r');
  try {
    const decoder = new StringDecoder('utf8');
    const buffer = Buffer.allocUnsafe(READ_SIZE);
    let open = [];
    for (let size = readSync(file, buffer); size > 0; size = readSync(file, buffer)) {
      const text = decoder.write(buffer.subarray(0, size));
      let from = 0;
      for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
        const line = text.slice(from, end);
        yield open.length === 0 ? line : open.join('') + line;
        open = [];
        from = end + 1;
      }
      if (from < text.length) {
        open.push(text.slice(from));
      }
    }
    if (open.length > 0) {
      yield open.join('');
    }
  } finally {
    closeSync(file);
  }
}

function putOnWire({ text, base64, partial, dir }, framing) {
  const bytes = base64 === undefined ? text : Buffer.from(base64, 'base64');
  if (partial || (framing === 'document' && dir === 'out')) {
    return [bytes];
  }
  if (framing === 'content-length' && dir === 'out') {
    return [`Content-Length: ${Buffer.byteLength(bytes)}\r\n\r\n`, bytes];
  }
  return [bytes, '\n'];
}

/** Collects what is to be written until it is worth a system call. */
class Output {
  #random;
  #pieces = [];
  #size = 0;
  #fd = STDOUT;

  constructor(random) {
    this.#random = random;
  }

  add(fd, pieces) {
    // Whoever reads both sees them in the order in which they were written, as far as pipes go.
    const flushed = fd === this.#fd ? undefined : this.flush();
    this.#fd = fd;
    for (const piece of pieces) {
      this.#pieces.push(piece);
      this.#size += piece.length;
    }
    return flushed ?? (this.#size >= WRITE_SIZE ? this.flush() : undefined);
  }

  async flush() {
    if (this.#size === 0) {
      return;
    }
    const fd = this.#fd;
    const bytes = joinPieces(this.#pieces);
    this.#pieces = [];
    this.#size = 0;
    for (let from = 0; from < bytes.length; ) {
      const size = this.#random === undefined ? bytes.length : Math.max(1, Math.ceil(this.#random() ** 6 * 65_536));
      from += await writeSome(fd, bytes, from, Math.min(size, bytes.length - from));
    }
  }
}

function joinPieces(pieces) {
  if (pieces.every((piece) => typeof piece === 'string')) {
    return Buffer.from(pieces.join(''));
  }
  return Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)));
}

function writeSome(fd, bytes, from, size) {
  return new Promise((resolve) => {
    write(fd, bytes, from, size, null, (error, written) => {
      if (error === null) {
        resolve(written);
      } else if (error.code === 'EAGAIN') {
        setTimeout(() => resolve(0), 1);
      } else {
        // Nobody reads any more: a CLI dies of that too.
        process.exit(1);
      }
    });
  });
}

/** What is written to us, message by message. */
class Input {
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

/** Signals: one that the recording knows is waited for, any other ends the process as it would have without us. */
class Signals {
  #arrived = [];
  #wake = () => {};
  #isHandled = false;

  async next(name) {
    this.handle();
    for (;;) {
      const index = this.#arrived.findIndex((signal) => name === undefined || signal === name);
      if (index >= 0) {
        this.#arrived.splice(index, 1);
        return;
      }
      await new Promise((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  handle() {
    if (this.#isHandled) {
      return;
    }
    this.#isHandled = true;
    // A listener alone does not keep the process alive.
    setInterval(() => {}, 2 ** 30);
    for (const name of SIGNALS) {
      process.on(name, () => {
        this.#arrived.push(name);
        this.#wake();
      });
    }
  }
}

function meaning(text) {
  try {
    return JSON.stringify(sortWithoutIds(JSON.parse(text)));
  } catch {
    // Why nothing is done: what is not JSON is compared as it is.
    return text;
  }
}

function sortWithoutIds(value) {
  if (Array.isArray(value)) {
    return value.map(sortWithoutIds);
  }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).filter(([key]) => !IDS.has(key));
    return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, item]) => [key, sortWithoutIds(item)]));
  }
  return value;
}

function createRandom(seed) {
  if (!Number.isInteger(seed)) {
    fail('--chunk takes random:SEED with a whole number.');
  }
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function fail(message, code = BAD_USE) {
  process.stderr.write(`play-cassette: ${message}\n`);
  process.exit(code);
}

async function waitForInput(input, entry, isStrict) {
  // A text with line ends is as many lines to us.
  const parts = entry.text?.split('\n') ?? [undefined];
  const got = [];
  for (const [index] of parts.entries()) {
    got.push(await input.next(entry.partial === true || index > 0));
  }
  const text = got.filter((part) => part !== undefined).join('\n');
  if (isStrict && entry.text !== undefined && meaning(text) !== meaning(entry.text)) {
    fail(`expected on stdin: ${entry.text}\nplay-cassette: got instead: ${text}`, MISMATCH);
  }
}

function leave({ code, signal }) {
  if (signal === null || signal === undefined) {
    process.exit(code ?? 0);
  }
  for (const name of SIGNALS) {
    process.removeAllListeners(name);
  }
  process.kill(process.pid, signal);
  // The signal ends us before the timer does.
  setTimeout(() => process.exit(1), 10_000);
}

/** Which entries wait for a signal: those of the host's actions after which it sent one. */
function awaitedSignal({ action, signal, draft }) {
  if (action === 'signal') {
    return signal === 'SIGKILL' ? 'any' : signal;
  }
  return action === 'abort' || action === 'timeout' || (action === 'draft' && draft.type === 'outcome') ? 'any' : undefined;
}

async function play(lines, header, { speed, random, isStrict }) {
  const output = new Output(random);
  const input = new Input(header.framing);
  const signals = new Signals();
  const startedAt = performance.now();
  for (const line of lines) {
    if (line.trim() === '') {
      continue;
    }
    const entry = JSON.parse(line);
    if (speed !== undefined && entry.t !== undefined && entry.dir !== 'in' && entry.dir !== 'host') {
      await output.flush();
      const wait = entry.t / speed - (performance.now() - startedAt);
      if (wait > 1) {
        await new Promise((resolve) => setTimeout(resolve, wait));
      }
    }
    switch (entry.dir) {
      case 'out':
      case 'err': {
        const flushed = output.add(entry.dir === 'out' ? STDOUT : STDERR, putOnWire(entry, header.framing));
        if (flushed !== undefined) {
          await flushed;
        }
        break;
      }
      case 'in':
        await output.flush();
        await waitForInput(input, entry, isStrict);
        break;
      case 'host': {
        const signal = awaitedSignal(entry);
        if (signal !== undefined || entry.action === 'end-input') {
          await output.flush();
        }
        if (entry.action === 'end-input') {
          await input.end();
        } else if (signal !== undefined) {
          await signals.next(signal === 'any' ? undefined : signal);
        }
        break;
      }
      case 'exit':
        await output.flush();
        leave(entry);
        return;
      default:
    }
  }
  fail('the cassette has no exit entry.');
}

async function main() {
  const options = parseArguments(process.argv.slice(2));
  if (options.path === undefined) {
    fail('give the path of a cassette.');
  }
  const lines = readLines(options.path);
  const header = JSON.parse(lines.next().value ?? '{}');
  if (header.cassette !== 1) {
    fail(`${options.path} is no cassette of format version 1.`);
  }
  if (options.rest.length === 1 && options.rest[0] === '--version') {
    process.stdout.write(`${header.cliVersion}\n`);
    return;
  }
  await play(lines, header, options);
}

await main();
