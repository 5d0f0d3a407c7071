/** Puts recorded messages back on a wire, cuts the bytes elsewhere, and takes the messages out again. */
import { AgentMuxError } from '../errors.ts';
import { createFramer, type Framing, frameMessage } from '../process/index.ts';
import { type CassetteEntry, readBytes, readText, type WireEntry } from './format.ts';
import { createSeededRandom } from './seeded-random.ts';

/** `line`: as recorded. `whole`: all that came together in one chunk. `random`: cut anywhere, within characters too. */
export type Cut = 'line' | 'whole' | { readonly random: number };

/** Entries that must be equal to those that went in, in everything that a dialect sees. Throws INTERNAL where they are not. */
export function cutEntries(entries: Iterable<CassetteEntry>, framing: Framing, cut: Cut): CassetteEntry[] {
  if (cut === 'line') {
    return [...entries];
  }
  const result: CassetteEntry[] = [];
  const random = typeof cut === 'object' ? createSeededRandom(cut.random) : undefined;
  let group: WireEntry[] = [];
  const close = (): void => {
    if (group.length > 0) {
      result.push(...recut(group, framing, random));
      group = [];
    }
  };
  for (const entry of entries) {
    if (entry.dir === 'out') {
      group.push(entry);
    } else {
      close();
      result.push(entry);
    }
  }
  close();
  return result;
}

function recut(group: readonly WireEntry[], framing: Framing, random: (() => number) | undefined): WireEntry[] {
  const found: { readonly text: string; readonly partial: boolean }[] = [];
  const framer = createFramer(framing, Number.MAX_SAFE_INTEGER, {
    message: (text, partial) => found.push({ text, partial }),
    lost: (bytes, reason) => {
      throw new AgentMuxError('INTERNAL', `${bytes} bytes of a recording were lost when it was cut: ${reason}.`);
    },
  });
  for (const chunk of cutBytes(Buffer.concat(group.map((entry) => putOnWire(entry, framing))), random)) {
    framer.push(chunk);
  }
  framer.end();
  const differs = group.findIndex(
    (entry, at) => found[at]?.text !== readText(entry) || found[at].partial !== (entry.partial ?? false),
  );
  if (differs >= 0 || found.length !== group.length) {
    throw new AgentMuxError(
      'INTERNAL',
      `A recording gave other messages when its bytes were cut elsewhere: message ${differs < 0 ? group.length : differs} of ${group.length}, ${found.length} found.`,
    );
  }
  return group.map(({ t, partial }, at) => ({
    dir: 'out',
    text: found[at]?.text ?? '',
    ...(t === undefined ? {} : { t }),
    ...(partial === undefined ? {} : { partial }),
  }));
}

function putOnWire(entry: WireEntry, framing: Framing): Buffer {
  const bytes = readBytes(entry);
  if (framing === 'document' || entry.partial === true) {
    return bytes;
  }
  const [before = '', after = ''] = frameMessage(framing === 'pty' ? 'lines' : framing, '\0').split('\0');
  return Buffer.concat([Buffer.from(before.replace(/\d+/, String(bytes.length))), bytes, Buffer.from(after)]);
}

function* cutBytes(bytes: Buffer, random: (() => number) | undefined): Generator<Buffer> {
  for (let from = 0; from < bytes.length; ) {
    // Mostly a few bytes, now and then as much as a pipe gives.
    const size = random === undefined ? bytes.length : Math.ceil(random() ** 6 * 65_536);
    // A copy: what reads it must not be able to see the bytes behind it.
    yield Buffer.from(bytes.subarray(from, from + Math.max(1, size)));
    from += Math.max(1, size);
  }
}
