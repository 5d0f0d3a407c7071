/** A home and a workspace for an agent under test, and the way to remove them. */
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { WorkspaceFile } from '../scenario/index.ts';

export interface Sandbox extends AsyncDisposable {
  /** The folder that contains all the others; only its owner can read it. */
  readonly root: string;
  readonly home: string;
  /** The workspace. */
  readonly cwd: string;
  /** A folder for temporary files. */
  readonly temp: string;
  /** The folder for the settings and sessions of an agent that lets it be chosen. */
  readonly configDir: string;
  /**
   * Variables that point every agent at the sandbox, and at no proxy or account of the host, when they are added to an inherited
   * environment.
   */
  readonly env: Readonly<Record<string, string>>;
  /** Writes files of the workspace, by relative path. */
  write(files: Readonly<Record<string, WorkspaceFile>>): Promise<void>;
  dispose(): Promise<void>;
}

const PROXIES = ['http_proxy', 'https_proxy', 'all_proxy'];

export async function createSandbox(files: Readonly<Record<string, WorkspaceFile>> = {}): Promise<Sandbox> {
  // The path is the real one: agents report it, and it would differ where the temp folder is a link.
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
      // The values are empty, because adding variables cannot remove inherited ones.
      ...Object.fromEntries(PROXIES.flatMap((name) => [name, name.toUpperCase()]).map((name) => [name, ''])),
    },
    write,
    dispose,
    [Symbol.asyncDispose]: dispose,
  };
}
