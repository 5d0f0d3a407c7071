/** Obeys a command line of `amux`: parses it, loads the command and gives its exit code. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { CommanderError } from 'commander';
import type { GivenFlags } from './flag-table.ts';
import { type Actions, createProgram } from './program.ts';
import { EXIT_USAGE } from './usage-error.ts';

/** Commands are loaded when they are called: `amux --help` needs none of them. */
const actions: Actions = {
  run: (first, second, given) =>
    guard(given, async () => (await import('./commands/run.ts')).run({ first, second, given })),
  replay: (path, given) => guard(given, async () => (await import('./commands/replay.ts')).replay({ path, given })),
  agents: (given) => guard(given, async () => (await import('./commands/agents.ts')).agents(given)),
  sessions: (action, id, given) =>
    guard(given, async () => (await import('./commands/sessions.ts')).sessions({ action, id, given })),
  runs: (action, id, given) =>
    guard(given, async () => (await import('./commands/runs.ts')).runs({ action, id, given })),
  doctor: (agent, given) => guard(given, async () => (await import('./commands/doctor.ts')).doctor({ agent, given })),
  install: (agent, given) =>
    guard(given, async () => (await import('./commands/install.ts')).install({ agent, given })),
  chat: (first, second, given) =>
    guard(given, async () => (await import('./commands/chat.ts')).chat({ first, second, given })),
  compare: (agents, given) =>
    guard(given, async () => (await import('./commands/compare.ts')).compare({ agents, given })),
  completion: (shell) => guard(new Map(), async () => (await import('./commands/completion.ts')).completion(shell)),
  demo: (given) => guard(given, async () => (await (await import('./demo/load-demo.ts')).loadDemo()).demo(given)),
};

async function guard(given: GivenFlags, command: () => Promise<number>): Promise<number> {
  try {
    return await command();
  } catch (error) {
    const { describeError } = await import('./describe-error.ts');
    const { message, exitCode } = describeError(error, given);
    process.stderr.write(`amux: ${message}\n`);
    return exitCode;
  }
}

// By the package's own name: the built file may lie in another folder than this one.
function readVersion(): string {
  const manifest: unknown = JSON.parse(
    readFileSync(createRequire(import.meta.url).resolve('agent-mux/package.json'), 'utf8'),
  );
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest
    ? String(manifest.version)
    : 'unknown';
}

/** What the script of a shell calls, with the words that were typed; no command for a person. */
const COMPLETE = '__complete';

/** Of `compare` the task stands behind `--`: nothing else tells it from the agents, whatever it begins with. */
function nameTask(args: readonly string[]): readonly string[] {
  const at = args.indexOf('--');
  return args[0] === 'compare' && at !== -1 ? [...args.slice(0, at), `--prompt=${args.slice(at + 1).join(' ')}`] : args;
}

/** Resolves with the exit code. */
export async function obeyCommandLine(args: readonly string[]): Promise<number> {
  const { program, exitCode, flagsOf } = createProgram(actions, {
    write: (text) => process.stdout.write(text),
    writeError: (text) => process.stderr.write(text),
    version: readVersion(),
  });
  const [first, ...words] = args;
  if (first === COMPLETE) {
    return guard(new Map(), async () =>
      (await import('./commands/completion.ts')).offer({ words, flagsOf, commands: program.commands }),
    );
  }
  try {
    await program.parseAsync(nameTask(args), { from: 'user' });
    return exitCode();
  } catch (error) {
    if (error instanceof CommanderError) {
      return error.exitCode === 0 ? 0 : EXIT_USAGE;
    }
    throw error;
  }
}
