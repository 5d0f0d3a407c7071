/** The least that any reader of this child must do: `setEncoding`, `indexOf`, `JSON.parse`. */
import { spawn } from 'node:child_process';
import { claudeArgs, PLAYER, promptLines } from './player.mjs';

/** Resolves when the child is gone, with the number of its lines and of its text deltas, and with the characters in them. */
export function readFloor(transcript, { isBidi = true } = {}) {
  const child = spawn(PLAYER, claudeArgs(isBidi), { env: { ...process.env, BENCH_TRANSCRIPT: transcript } });
  const counts = { lines: 0, deltas: 0, characters: 0 };
  let rest = '';
  const take = (line) => {
    counts.lines++;
    const message = JSON.parse(line);
    if (message.type === 'stream_event') {
      const { delta } = message.event;
      if (delta?.type === 'text_delta') {
        counts.deltas++;
        counts.characters += delta.text.length;
      }
    } else if (message.type === 'result') {
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
  for (const line of promptLines(isBidi)) {
    child.stdin.write(line);
  }
  if (!isBidi) {
    child.stdin.end();
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => resolve(counts));
  });
}
