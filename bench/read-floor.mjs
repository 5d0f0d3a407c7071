/** The least that any reader of this child must do: `setEncoding`, `indexOf`, `JSON.parse`. */
import { spawn } from 'node:child_process';
import { PLAYER } from './player.mjs';

/** Resolves when the child is gone, with the number of its lines and of its text deltas, and with the characters in them. */
export function readFloor(subject, transcript) {
  const { args, input, endsInput = false, readDelta, isEnd } = subject;
  const child = spawn(PLAYER, args, { env: { ...process.env, BENCH_TRANSCRIPT: transcript } });
  const counts = { lines: 0, deltas: 0, characters: 0 };
  let rest = '';
  const take = (line) => {
    counts.lines++;
    const message = JSON.parse(line);
    const delta = readDelta(message);
    if (delta !== undefined) {
      counts.deltas++;
      counts.characters += delta.length;
    } else if (isEnd(message)) {
      child.stdin.end();
    }
  };
  child.stdout.setEncoding('utf8');
  child.stdout.on('data', (chunk) => {
    let from = 0;
    for (let end = chunk.indexOf('\n'); end >= 0; end = chunk.indexOf('\n', from)) {
      take(rest === '' ? chunk.slice(from, end) : rest + chunk.slice(from, end));
      rest = '';
      from = end + 1;
    }
    rest += chunk.slice(from);
  });
  for (const line of input) {
    child.stdin.write(line);
  }
  if (endsInput) {
    child.stdin.end();
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => resolve(counts));
  });
}
