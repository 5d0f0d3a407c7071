/** Puts lines together that omp's protocol 2 has cut, because they were longer than a frame may be. */
import { listOf, numberOf, objectOf, textOf } from '../../shared/native-value.ts';
import type { NativeChunk, NativeLine } from '../native.ts';

export class Chunks {
  #id: string | undefined = undefined;
  #parts: Buffer[] = [];

  /** The whole line with its last part; a part that does not belong where it is begins anew. */
  add({ chunkId, index, count, data }: NativeChunk): NativeLine | undefined {
    const id = textOf(chunkId);
    if (index === 0) {
      this.#id = id;
      this.#parts = [];
    }
    if (id === undefined || id !== this.#id || numberOf(index) !== this.#parts.length) {
      this.#id = undefined;
      return undefined;
    }
    this.#parts.push(Buffer.from(textOf(data) ?? '', 'base64'));
    if (this.#parts.length < (numberOf(count) ?? 0)) {
      return undefined;
    }
    const text = Buffer.concat(this.#parts).toString('utf8');
    this.#parts = [];
    this.#id = undefined;
    return parse(text);
  }
}

function parse(text: string): NativeLine | undefined {
  try {
    const line: unknown = JSON.parse(text);
    return listOf(line).length > 0 ? undefined : objectOf(line);
  } catch {
    // Because a part may have been lost with the process.
    return undefined;
  }
}
