/** `amux install`: the official install command of an agent; with --yes it is run. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  type Adapter,
  type AgentMuxClient,
  describeInstallMethod,
  findInstallMethods,
  type InstallMethod,
} from '@agent-mux/core';
import { demandAgent } from '../demand-agent.ts';
import type { GivenFlags } from '../flag-table.ts';
import { createCliClient } from '../load-adapters.ts';
import { createSink } from '../sink.ts';
import { makeInline } from '../terminal.ts';
import { EXIT_FAILED, UsageError } from '../usage-error.ts';

export interface InstallArguments {
  readonly agent: string;
  readonly given: GivenFlags;
}

/** Resolves with the exit code, which is 0 where the command is printed, or ran and left a CLI that can be found. */
export async function install({ agent, given }: InstallArguments): Promise<number> {
  if (given.has('yes') && given.has('json')) {
    throw new UsageError('--yes and --json exclude each other: what is run speaks to the terminal itself.');
  }
  await using client = await createCliClient(given);
  demandAgent(client.adapters, agent);
  const adapter = client.adapters.get(agent);
  const methods = chooseMethods(adapter, given.get('method')?.at(-1));
  const out = createSink(process.stdout);
  if (!given.has('yes')) {
    await out.write(
      given.has('json') ? `${JSON.stringify({ ok: true, data: methods })}\n` : `${methods.map(describe).join('\n')}\n`,
    );
    await out.flush();
    return 0;
  }
  return runMethod(client, adapter, methods);
}

// Notes must not look like a command.
function describe({ notes, ...method }: InstallMethod): string {
  const { type, command } = method;
  return `${type === 'manual' ? describeInstallMethod(method) : command}${notes === undefined ? '' : `  # ${notes}`}`;
}

function chooseMethods(
  { agent, displayName, install: all }: Adapter,
  type: string | undefined,
): readonly InstallMethod[] {
  const here = findInstallMethods(all);
  const methods = type === undefined ? here : here.filter((method) => method.type === type);
  if (methods.length === 0) {
    const others = [...new Set(here.map((method) => method.type))].join(', ');
    throw new UsageError(
      type === undefined
        ? `No way is known to install ${displayName} on ${process.platform}. See its own documentation.`
        : `${agent} cannot be installed by "${type}" on ${process.platform}. Ways: ${others || 'none'}.`,
      type === undefined ? EXIT_FAILED : undefined,
    );
  }
  return methods;
}

async function runMethod(client: AgentMuxClient, adapter: Adapter, methods: readonly InstallMethod[]): Promise<number> {
  const method = methods.find(({ type }) => type !== 'manual');
  if (method === undefined) {
    throw new UsageError(
      `${adapter.displayName} has to be installed by hand: ${methods.map(({ command }) => command).join('; ')}`,
      EXIT_FAILED,
    );
  }
  process.stderr.write(`${describe(method)}\n`);
  // This is the adapter's own command line, as a user would type it; no part of it comes from elsewhere.
  const child = spawn(method.command, { shell: true, stdio: 'inherit' });
  const [code, signal]: [number | null, string | null] = await once(child, 'close').then(([exitCode, exitSignal]) => [
    exitCode,
    exitSignal,
  ]);
  if (code !== 0) {
    process.stderr.write(`amux: the command failed (${signal ?? `exit code ${code}`}).\n`);
    return EXIT_FAILED;
  }
  const { cliPath, version } = await client.adapters.detect(adapter.agent);
  if (cliPath === null) {
    process.stderr.write(
      `amux: the command succeeded, but "${adapter.cliCommand}" is in no folder of PATH. Add the folder that it was installed in.\n`,
    );
    return EXIT_FAILED;
  }
  process.stderr.write(
    `${adapter.displayName} ${makeInline(version ?? '(version unknown)')} is at ${makeInline(cliPath)}. Next: amux doctor ${adapter.agent}\n`,
  );
  return 0;
}
