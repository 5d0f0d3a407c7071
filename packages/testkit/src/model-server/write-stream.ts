/** Writes an answer to a connection, with its pauses, and breaks it where the script says so. */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { StreamFault } from '../scenario/index.ts';
import type { Gates } from './gates.ts';
import type { StreamItem } from './rendering.ts';

export interface StreamOptions {
  readonly gates: Gates;
  /** Aborts when the peer has gone or the server closes. */
  readonly signal: AbortSignal;
  /** The delay between two deltas. */
  readonly delayMs: number;
  readonly fault: StreamFault | undefined;
  /** The items that a `stream-error` sends. */
  readonly errorItems: Iterable<StreamItem>;
}

/** Resolves when all is written, or there is nobody to write to. */
export async function writeStream(
  response: ServerResponse,
  items: Iterable<StreamItem>,
  { gates, signal, delayMs, fault, errorItems }: StreamOptions,
): Promise<void> {
  const limit = fault?.afterDeltas ?? Number.POSITIVE_INFINITY;
  let deltas = 0;
  for (const item of items) {
    if (signal.aborted) {
      return;
    }
    if (item.kind === 'pause') {
      await pause(item.pause, gates, signal);
      continue;
    }
    if (fault !== undefined && (deltas >= limit || item.place === 'end')) {
      break;
    }
    if (item.place === 'delta' && deltas++ > 0 && delayMs > 0) {
      await rest(delayMs, signal);
    }
    await write(response, item.text, signal);
  }
  if (signal.aborted) {
    return;
  }
  if (fault !== undefined) {
    await breakStream(response, fault, { signal, errorItems });
  } else {
    response.end();
  }
}

async function breakStream(
  response: ServerResponse,
  fault: StreamFault,
  { signal, errorItems }: Pick<StreamOptions, 'signal' | 'errorItems'>,
): Promise<void> {
  switch (fault.kind) {
    case 'cut':
      await flushHead(response);
      response.destroy();
      return;
    case 'hang':
      await flushHead(response);
      await untilAborted(signal);
      return;
    case 'stream-error':
      for (const item of errorItems) {
        if (item.kind === 'frame') {
          await write(response, item.text, signal);
        }
      }
      response.end();
      return;
    case 'unfinished':
      response.end();
      return;
    default:
      fault.kind satisfies never;
  }
}

/** Waits at a gate or for a time. */
export function pause(
  item: { readonly hold: string } | { readonly pauseMs: number },
  gates: Gates,
  signal: AbortSignal,
): Promise<void> {
  return 'hold' in item ? gates.pass(item.hold, signal) : rest(item.pauseMs, signal);
}

export async function untilAborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) {
    await once(signal, 'abort');
  }
}

async function rest(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal });
  } catch {
    // A sleep fails only when the peer has gone, which every caller checks next.
  }
}

async function write(response: ServerResponse, text: string, signal: AbortSignal): Promise<void> {
  if (response.write(text) || signal.aborted) {
    return;
  }
  try {
    await once(response, 'drain', { signal });
  } catch {
    // The peer went while its buffer was full, which every caller checks next.
  }
}

/** Passes everything written so far to the kernel, and the head too where no frame was sent. */
async function flushHead(response: ServerResponse): Promise<void> {
  response.flushHeaders();
  const { socket } = response;
  if (socket !== null && !socket.destroyed) {
    await new Promise<void>((resolve) => socket.write('', () => resolve()));
  }
}
