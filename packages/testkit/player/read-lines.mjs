/** The lines of a file, read as they are needed. */
import { closeSync, openSync, readSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';

const READ_SIZE = 1024 * 1024;

export function* readLines(path) {
  const file = openSync(path, 'r');
  try {
    const decoder = new StringDecoder('utf8');
    const buffer = Buffer.allocUnsafe(READ_SIZE);
    let open = [];
    for (let size = readSync(file, buffer); size > 0; size = readSync(file, buffer)) {
      const text = decoder.write(buffer.subarray(0, size));
      let from = 0;
      for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
        const line = text.slice(from, end);
        yield open.length === 0 ? line : open.join('') + line;
        open = [];
        from = end + 1;
      }
      if (from < text.length) {
        open.push(text.slice(from));
      }
    }
    if (open.length > 0) {
      yield open.join('');
    }
  } finally {
    closeSync(file);
  }
}
