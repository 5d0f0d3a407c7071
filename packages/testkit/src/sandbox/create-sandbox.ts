/** A home and a workspace of their own for an agent under test, and the way to throw them away. */
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { WorkspaceFile } from '../scenario/index.ts';

export interface Sandbox extends AsyncDisposable {
  /** The folder that holds all the others; only its owner can read it. */
  readonly root: string;
  readonly home: string;
  /** The workspace. */
  readonly cwd: string;
  /** For files that nobody keeps. */
  readonly temp: string;
  /** Where an agent that can be told keeps its settings and sessions. */
  readonly configDir: string;
  /** Added to an inherited environment, this points every agent at the sandbox, and at no proxy or account of the host's. */
  readonly env: Readonly<Record<string, string>>;
  /** Writes files of the workspace, by relative path. */
  write(files: Readonly<Record<string, WorkspaceFile>>): Promise<void>;
  dispose(): Promise<void>;
}

const PROXIES = ['http_proxy', 'https_proxy', 'all_proxy'];

export async function createSandbox(files: Readonly<Record<string, WorkspaceFile>> = {}): Promise<Sandbox> {
  // The true path: agents report it, and it would differ where the temp folder is a link.
  const root = await realpath(await mkdtemp(join(tmpdir(), 'amux-sandbox-')));
  const folder = async (name: string): Promise<string> => {
    await mkdir(join(root, name), { mode: 0o700 });
    return join(root, name);
  };
  const home = await folder('home');
  const cwd = await folder('work');
  const configDir = await folder('config');
  const temp = await folder('tmp');
  const write: Sandbox['write'] = async (content) => {
    for (const [path, file] of Object.entries(content)) {
      const target = join(cwd, path);
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, typeof file === 'string' ? file : Buffer.from(file.base64, 'base64'));
    }
  };
  await write(files);
  // An agent that was just stopped may still be writing its last lines.
  const dispose = (): Promise<void> => rm(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  return {
    root,
    home,
    cwd,
    temp,
    configDir,
    env: {
      HOME: home,
      USERPROFILE: home,
      TMPDIR: temp,
      TMP: temp,
      TEMP: temp,
      XDG_CONFIG_HOME: join(home, '.config'),
      XDG_DATA_HOME: join(home, '.local/share'),
      XDG_STATE_HOME: join(home, '.local/state'),
      XDG_CACHE_HOME: join(home, '.cache'),
      GIT_CONFIG_NOSYSTEM: '1',
      NO_PROXY: '127.0.0.1,localhost',
      no_proxy: '127.0.0.1,localhost',
      // Empty: what is inherited cannot be taken away by adding.
      ...Object.fromEntries(PROXIES.flatMap((name) => [name, name.toUpperCase()]).map((name) => [name, ''])),
    },
    write,
    dispose,
    [Symbol.asyncDispose]: dispose,
  };
}
