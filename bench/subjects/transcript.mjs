/** Transcripts of one turn of a subject, with as much output as is asked for. */
import { cutAnswer, longOutput, openSink } from './sink.mjs';

/**
 * Writes one message of `count` text deltas. Returns its number of characters. `isUnusual` puts the keys of each delta in another order.
 */
export function writeDeltas(subject, path, count, { isUnusual = false } = {}) {
  const sink = openSink(path);
  sink.lines(subject.opening());
  const frame = subject.deltaFrame();
  const turned = isUnusual ? Object.fromEntries(Object.entries(frame.line).reverse()) : frame.line;
  const pieces = [];
  let n = 0;
  for (const piece of cutAnswer(count)) {
    pieces.push(piece);
    frame.set(turned, piece, n++);
    sink.line(turned);
  }
  const text = pieces.join('');
  sink.lines(subject.ending(text));
  sink.close();
  return text.length;
}

/** Writes a shell call whose result is one line of exactly `bytes` bytes, without its line feed. Returns the length of the output. */
export function writeLongLine(subject, path, bytes) {
  const sink = openSink(path);
  const { before, result } = subject.shellCall();
  sink.lines([...subject.opening(), ...before]);
  const output = longOutput(bytes - JSON.stringify(result('')).length);
  sink.lines([result(output), ...subject.ending('')]);
  sink.close();
  return output.length;
}

/** Writes one line that is no message of the protocol, and a turn without output. */
export function writeHello(subject, path) {
  const sink = openSink(path);
  sink.text('hello\n');
  sink.lines([...subject.opening(), ...subject.ending('')]);
  sink.close();
}
