/** Puts lines together that omp's protocol 2 has cut, because they were longer than a frame may be. */
import { countOf, listOf, numberOf, objectOf, parseJson, textOf } from '../../shared/index.ts';
import type { NativeChunk, NativeLine } from '../shared/native.ts';

/** The longest line that may come in one piece when the option is off. */
const MAX_BYTES = 64 * 1024 * 1024;

export class Chunks {
  #id: string | undefined = undefined;
  #parts: Buffer[] = [];
  #bytes = 0;

  /**
   * Adds a part, and returns the whole line with its last part. A part in a wrong place begins a new line. Throws where the parts exceed
   * the limit of a line, and then skips the rest of them.
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
