/** The private folder of a run, for the files that a CLI wants to read. */
import { randomBytes } from 'node:crypto';
import { lstatSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { describeError } from '../describe-error.ts';
import { AgentMuxError } from '../errors.ts';
import { watchdog } from './watchdog.ts';

export interface RunDir {
  /** The absolute path of the folder. */
  readonly path: string;
  /** Writes a file that only this user can read; `name` stays within the folder. Returns its absolute path. */
  write(name: string, content: string): string;
  /** Removes the folder with everything in it. Never rejects. */
  remove(): Promise<void>;
}

// Another host may have been given the same run id, and neither must remove the other's folder.
const HOST = randomBytes(6).toString('hex');

/**
 * Returns where the folder of a run of this host is, or would be: `<tmp>/agent-mux-<runId>-<host>`. No other host has
 * one of that name.
 */
export function runDirPath(runId: string, tmp: string = tmpdir()): string {
  return resolve(tmp, `agent-mux-${runId}-${HOST}`);
}

/** Makes the folder of a run, readable by this user only. It is also removed with the host, however that ends. */
export function makeRunDir(runId: string, tmp: string = tmpdir()): RunDir {
  const path = runDirPath(runId, tmp);
  if (dirname(path) !== resolve(tmp)) {
    throw cannotUse(path, 'the run id is not the name of a folder');
  }
  if (path.includes('\n')) {
    throw cannotUse(path, 'there is a line break in its name');
  }
  removeLeftOver(path);
  watchdog.listFolder(path);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    watchdog.unlistFolder(path);
    throw cannotUse(path, describeError(error));
  }
  return {
    path,
    write(name, content) {
      const file = resolve(path, name);
      const within = relative(path, file);
      if (within === '' || within === '..' || within.startsWith(`..${sep}`)) {
        throw cannotUse(join(path, name), 'it is outside of the folder');
      }
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      writeFileSync(file, content, { mode: 0o600 });
      return file;
    },
    async remove() {
      try {
        await rm(path, { recursive: true, force: true, maxRetries: 3 });
        watchdog.unlistFolder(path);
      } catch {
        // A run that is over has nobody to tell it to; the folder stays listed, and goes with the host.
      }
    },
  };
}

/**
 * Removes the folder that an earlier run of this host may have left behind; anything else under that name is not ours
 * to touch.
 */
function removeLeftOver(path: string): void {
  const entry = lstatSync(path, { throwIfNoEntry: false });
  if (entry === undefined) {
    return;
  }
  if (!entry.isDirectory() || entry.uid !== process.getuid?.()) {
    throw cannotUse(path, 'it belongs to somebody else');
  }
  rmSync(path, { recursive: true, force: true });
}

function cannotUse(path: string, why: string): AgentMuxError {
  return new AgentMuxError('INTERNAL', `Cannot use ${path} for the files of the run: ${why}. Remove it or set TMPDIR.`);
}
