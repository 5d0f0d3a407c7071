/** A file without a name: nobody else can open it, and it is gone with whoever has it. */
import { randomUUID } from 'node:crypto';
import { openSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** `ax+` where each write is to go to the end, whoever writes. undefined where none can be made. */
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
