/** Finds the CLIs that the repository pins for its own tests, when amux runs inside it. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const PINNED = join('test', 'agents', 'node_modules');
/** The smallest size of a real program: before its install script has run, it is a placeholder of some hundred bytes. */
const MIN_PROGRAM_BYTES = 1_000_000;

export interface Pinned {
  /** Absolute path of the program. */
  readonly path: string;
  readonly version: string;
}

/** The pinned CLI; undefined where there is none above `from`. */
export function findPinned(agent: string, from: string): Pinned | undefined {
  for (let folder = resolve(from); ; folder = dirname(folder)) {
    const manifest = join(folder, PINNED, agent, 'package.json');
    if (existsSync(manifest)) {
      return readManifest(manifest, agent);
    }
    if (dirname(folder) === folder) {
      return undefined;
    }
  }
}

function readManifest(manifest: string, agent: string): Pinned | undefined {
  const content: unknown = JSON.parse(readFileSync(manifest, 'utf8'));
  const bin = fieldOf(content, 'bin');
  const file = fieldOf(bin, agent) ?? bin;
  const path = typeof file === 'string' ? join(dirname(manifest), file) : undefined;
  return path === undefined || !isComplete(path) ? undefined : { path, version: String(fieldOf(content, 'version')) };
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function isComplete(path: string): boolean {
  return existsSync(path) && (!path.endsWith('.exe') || statSync(path).size >= MIN_PROGRAM_BYTES);
}
