/** A CLI on the stage whose model tries what a sandbox is there to stop: writing in the folder and outside of it, and a connection. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import type { RunHandle, RunOptions } from '@agent-mux/core';
import type { Sandbox, Step } from '@agent-mux/testkit';
import type { AgentStage } from './stage.ts';
import { oneTurn, stageAgent } from './stage-agent.ts';

export type Happened = 'inside' | 'outside' | 'network' | 'tool-inside' | 'tool-outside';

export interface ReachStage extends AsyncDisposable {
  readonly sandbox: Sandbox;
  run(options: Omit<RunOptions, 'prompt'>): RunHandle;
  /** The same where the system has none of the programs by which a CLI confines what it runs. */
  runUnconfinable(options: Omit<RunOptions, 'prompt'>): RunHandle;
  /** What the model got done, by its command and by the CLI's own tool for files. */
  happened(): readonly Happened[];
  /** Hashes each file below the home and the settings; the key is its path. */
  hashes(): Promise<ReadonlyMap<string, string>>;
}

/** `tools`: whether the CLI has a tool of its own that writes files. */
export async function stageReach(
  stage: AgentStage,
  mode: string,
  { tools = false }: { tools?: boolean } = {},
): Promise<ReachStage> {
  // A sandbox lets its commands write where the system keeps what is temporary.
  const outside = await mkdtemp('/var/tmp/amux-outside-');
  let connections = 0;
  const listener = createServer((socket) => {
    connections += 1;
    socket.end();
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const { port } = listener.address() as AddressInfo;
  const script = oneTurn(...attempts({ outside, port, tools }), { text: 'Tried.' });
  const staged = await stageAgent(stage, { script, mode });
  const { sandbox } = staged;
  const run: ReachStage['run'] = (options) => staged.run({ ...staged.options, mode, prompt: 'Try it.', ...options });
  const exists = (...path: readonly string[]): boolean => existsSync(join(...(path as [string])));
  return {
    sandbox,
    run,
    runUnconfinable: (options) =>
      run({ ...options, env: { ...staged.options.env, PATH: bareFolder(join(sandbox.root, 'bin')) } }),
    happened: () => [
      ...(exists(sandbox.cwd, 'inside.txt') ? (['inside'] as const) : []),
      ...(exists(outside, 'outside.txt') ? (['outside'] as const) : []),
      ...(connections > 0 ? (['network'] as const) : []),
      ...(exists(sandbox.cwd, 'tool.txt') ? (['tool-inside'] as const) : []),
      ...(exists(outside, 'tool.txt') ? (['tool-outside'] as const) : []),
    ],
    hashes: () => hashesBelow([sandbox.home, sandbox.configDir]),
    async [Symbol.asyncDispose]() {
      await staged[Symbol.asyncDispose]();
      listener.close();
      await rm(outside, { recursive: true, force: true });
    },
  };
}

/** The paths whose file was changed or taken away. What is new is the CLI's own: sessions and logs. */
export function changedFiles(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): readonly string[] {
  return [...before].filter(([path, hash]) => after.get(path) !== hash).map(([path]) => path);
}

interface Places {
  readonly outside: string;
  readonly port: number;
  readonly tools: boolean;
}

function attempts({ outside, port, tools }: Places): readonly Step[] {
  // Each by itself: what fails must not keep the rest from being tried.
  const command = `echo in > inside.txt; echo out > ${outside}/outside.txt; bash -c 'echo > /dev/tcp/127.0.0.1/${port}' || curl -s -m 5 --noproxy '' http://127.0.0.1:${port}; true`;
  const inside: Step = { tools: [{ kind: 'write', path: 'tool.txt', content: 'in' }] };
  const beyond: Step = {
    tools: [{ kind: 'write', path: `${'../'.repeat(16)}${outside.slice(1)}/tool.txt`, content: 'out' }],
  };
  return [{ tools: [{ kind: 'shell', command }] }, ...(tools ? [inside, beyond] : [])];
}

async function hashesBelow(folders: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const hashes = new Map<string, string>();
  for (const folder of folders) {
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      if (entry.isFile()) {
        hashes.set(
          path,
          createHash('sha256')
            .update(await readFile(path))
            .digest('hex'),
        );
      }
    }
  }
  return hashes;
}

/** A folder of links to what a CLI needs of its system to start, and to run a command at all. */
function bareFolder(folder: string): string {
  mkdirSync(folder);
  for (const name of ['sh', 'bash', 'env', 'cat', 'echo', 'node', 'git', 'uname', 'which', 'curl', 'true']) {
    const path = findProgram(name);
    if (path !== undefined) {
      symlinkSync(path, join(folder, name));
    }
  }
  return folder;
}

/** Whether the system has these, as a CLI would look for them. */
export function hasPrograms(...names: readonly string[]): boolean {
  return names.every((name) => findProgram(name) !== undefined);
}

function findProgram(name: string): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}
