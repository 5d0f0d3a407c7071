/** A file without a name: nobody else can open it, and it is gone with the process that has it. */
import { randomUUID } from 'node:crypto';
import { openSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Opens a file without a name; with `ax+` each write goes to its end, whoever writes. Undefined where none can be made.
 */
export function openNamelessFile(flags: 'wx+' | 'ax+'): number | undefined {
  const path = join(tmpdir(), `amux-${randomUUID()}`);
  try {
    const fd = openSync(path, flags, 0o600);
    unlinkSync(path);
    return fd;
  } catch {
    // There is another way for whatever it was for.
    return undefined;
  }
}
