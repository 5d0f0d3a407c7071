/** Puts lines together that omp's protocol 2 has cut, because they were longer than a frame may be. */
import type { EventDraft } from '@agent-mux/core';
import type { Unwrapped } from '../../pi-family/index.ts';
import { countOf, NO_DRAFTS, numberOf, textOf } from '../../shared/index.ts';
import type { NativeChunk } from '../shared/native.ts';

/** The longest line that may come in parts: the default of the option `maxLineBytes`, which no dialect is told. */
const MAX_BYTES = 64 * 1024 * 1024;

/** A line whose last part has not come. */
interface Open {
  readonly id: string | undefined;
  readonly parts: Buffer[];
  /** The bytes that came, also those that are not kept. */
  bytes: number;
  /** Whether all parts came so far, in their order and within the limit. */
  isWhole: boolean;
}

export class Chunks {
  #open: Open | undefined = undefined;

  /**
   * Adds a part, and returns the whole line with its last part. A line that is not whole is reported once no more parts
   * of it can come.
   */
  add({ chunkId, index, count, data }: NativeChunk): Unwrapped {
    const id = textOf(chunkId);
    const known = this.#open !== undefined && this.#open.id === id && index !== 0 ? this.#open : undefined;
    const drafts = known === undefined ? this.left() : NO_DRAFTS;
    const open = known ?? { id, parts: [], bytes: 0, isWhole: id !== undefined };
    this.#open = open;
    const part = Buffer.from(textOf(data) ?? '', 'base64');
    open.bytes += part.length;
    open.isWhole &&= index === open.parts.length && open.bytes <= MAX_BYTES;
    if (open.isWhole) {
      open.parts.push(part);
    } else {
      open.parts.length = 0;
    }
    const place = numberOf(index);
    if (place !== undefined && place + 1 < countOf(count)) {
      return { drafts };
    }
    if (!open.isWhole) {
      return { drafts: [...drafts, ...this.left()] };
    }
    this.#open = undefined;
    return { drafts, text: Buffer.concat(open.parts).toString('utf8') };
  }

  /** Reports the line that is open, of which nothing more will come. */
  left(): readonly EventDraft[] {
    const open = this.#open;
    this.#open = undefined;
    if (open === undefined) {
      return NO_DRAFTS;
    }
    const { bytes } = open;
    const message =
      bytes > MAX_BYTES
        ? `A line in parts of ${bytes} bytes is over the limit of ${MAX_BYTES}.`
        : `A line in parts was not whole: the ${bytes} bytes of it that came are lost.`;
    return [{ type: 'error', code: 'PARSE_ERROR', message, recoverable: true }];
  }
}
