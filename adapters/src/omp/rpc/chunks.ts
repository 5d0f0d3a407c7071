/** Puts lines together that omp's protocol 2 has cut, because they were longer than a frame may be. */
import { countOf, listOf, numberOf, objectOf, parseJson, textOf } from '../../shared/index.ts';
import type { NativeChunk, NativeLine } from '../shared/native.ts';

/** As long as a line may be that comes in one piece, without the option. */
const MAX_BYTES = 64 * 1024 * 1024;

export class Chunks {
  #id: string | undefined = undefined;
  #parts: Buffer[] = [];
  #bytes = 0;

  /**
   * The whole line with its last part; a part that does not belong where it is begins anew. Throws where the parts come to more
   * than a line may have; the rest of them is passed over.
   */
  add({ chunkId, index, count, data }: NativeChunk): NativeLine | undefined {
    const id = textOf(chunkId);
    if (index === 0) {
      this.#id = id;
      this.#parts = [];
      this.#bytes = 0;
    }
    if (id === undefined || id !== this.#id || numberOf(index) !== this.#parts.length) {
      this.#parts = [];
      return undefined;
    }
    const part = Buffer.from(textOf(data) ?? '', 'base64');
    this.#parts.push(part);
    this.#bytes += part.length;
    if (this.#bytes > MAX_BYTES) {
      this.#parts = [];
      throw new Error(`a line in chunks has more than ${MAX_BYTES} bytes`);
    }
    if (this.#parts.length < countOf(count)) {
      return undefined;
    }
    const text = Buffer.concat(this.#parts).toString('utf8');
    this.#parts = [];
    return parse(text);
  }
}

function parse(text: string): NativeLine | undefined {
  // A part may have been lost with the process.
  const line = parseJson(text);
  return listOf(line).length > 0 ? undefined : objectOf(line);
}
