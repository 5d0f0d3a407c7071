/** Writes lines to a file in large pieces, and cuts the same answer for all subjects. */
import { closeSync, openSync, writeSync } from 'node:fs';

export const TEXT = 'the quick brown fox jumps over the lazy dog, and keeps running through the wood. ';

/** The mean length of a delta in characters, which is that of one or two tokens. */
const MEAN = 10;

/** Pieces of different lengths, cut anywhere like those of a model's answer. */
export function* cutAnswer(count) {
  for (let n = 0; n < count; n++) {
    const from = (n * MEAN) % TEXT.length;
    yield `${TEXT}${TEXT}`.slice(from, from + MEAN + ((n % 5) - 2) * 3);
  }
}

/** A log that takes `bytes` bytes in JSON, where a line feed takes two. */
export function longOutput(bytes) {
  const row = `${TEXT.trim()}\n`;
  const rowBytes = JSON.stringify(row).length - 2;
  return row.repeat(Math.floor(bytes / rowBytes)) + '.'.repeat(bytes % rowBytes);
}

/** An id that looks random like a real one, and is the same in every run. */
export function uuid(n) {
  const hex = (seed) =>
    hash(n + seed)
      .toString(16)
      .padStart(8, '0');
  const [a, b, c, d] = [hex(1), hex(7_919), hex(104_729), hex(1_299_709)];
  return `${a}-${b.slice(0, 4)}-4${b.slice(5)}-a${c.slice(1, 4)}-${c.slice(4)}${d}`;
}

function hash(n) {
  return Math.imul(n + 1, 0x9e3779b1) >>> 0;
}

export function openSink(path) {
  const fd = openSync(path, 'w', 0o600);
  let waiting = [];
  const flush = () => {
    writeSync(fd, waiting.join(''));
    waiting = [];
  };
  const sink = {
    text(text) {
      waiting.push(text);
      if (waiting.length > 10_000) {
        flush();
      }
    },
    line: (value) => sink.text(`${JSON.stringify(value)}\n`),
    lines: (values) => values.forEach(sink.line),
    close() {
      flush();
      closeSync(fd);
    },
  };
  return sink;
}
