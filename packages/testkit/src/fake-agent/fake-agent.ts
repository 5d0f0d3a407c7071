/** The command line of a fake agent: a real child process that does what a test tells it. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FakeAgentStep, LightFakeAgentStep } from './steps.ts';

export interface FakeAgentCommand {
  /** The absolute path. */
  readonly file: string;
  readonly args: string[];
}

/**
 * A program that performs the steps and exits with 0. The full form is a Node program (40 ms, 40 MB);
 * `light` is a shell script (2 ms, 1 MB) with the simple steps, for tests with hundreds of agents.
 *
 * Steps over 100 kB do not fit into an argument: write them to a file, and set FAKE_AGENT_STEPS to `@` and its path. The variable
 * wins over the arguments, so that `fakeAgentFile` can also stand where the CLI of an adapter is expected.
 *
 * @example
 * const { file, args } = fakeAgent([{ do: 'line', text: '{"type":"hello"}' }, { do: 'hang' }]);
 */
export function fakeAgent(steps: readonly FakeAgentStep[]): FakeAgentCommand;
export function fakeAgent(steps: readonly LightFakeAgentStep[], options: { readonly light: true }): FakeAgentCommand;
export function fakeAgent(
  steps: readonly FakeAgentStep[],
  { light = false }: { readonly light?: boolean } = {},
): FakeAgentCommand {
  if (light) {
    return { file: '/bin/sh', args: [join(findFolder(), 'fake-agent.sh'), ...steps.flatMap(toLightArgs)] };
  }
  return { file: process.execPath, args: [fakeAgentFile(), JSON.stringify(steps)] };
}

/** The full form as an executable file: its steps come from FAKE_AGENT_STEPS, and its arguments may be anything. */
export function fakeAgentFile(): string {
  return join(findFolder(), 'fake-agent.mjs');
}

/** The steps as the value of FAKE_AGENT_STEPS. */
export function encodeSteps(steps: readonly FakeAgentStep[]): string {
  return JSON.stringify(steps);
}

/** Finds the programs, which are not built: they lie in the package's own folder, above `src` and above `dist`. */
function findFolder(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  for (let folder = here; folder !== dirname(folder); folder = dirname(folder)) {
    if (existsSync(join(folder, 'fake-agent', 'fake-agent.mjs'))) {
      return join(folder, 'fake-agent');
    }
  }
  throw new Error(`The programs of the fake agent were not found above ${here}. Install @agent-mux/testkit again.`);
}

function toLightArgs(step: FakeAgentStep): string[] {
  switch (step.do) {
    case 'line':
    case 'write':
      return [step.to === 'stderr' ? `error-${step.do}` : step.do, step.text];
    case 'lines': {
      const [before = '', after = ''] = (step.text ?? 'line {n}').split('{n}');
      return ['lines', String(step.count), before, after];
    }
    case 'wait':
      return ['wait', String(step.ms / 1000)];
    case 'read':
      return ['read', step.contains ?? ''];
    case 'ignore':
      return step.signals.flatMap((signal) => ['ignore', signal.slice('SIG'.length)]);
    case 'exit':
      return ['exit', String(step.code ?? 0)];
    case 'die':
      return ['die', step.signal.slice('SIG'.length)];
    case 'read-all':
    case 'echo':
    case 'hang':
      return [step.do];
    default:
      throw new TypeError(`The light fake agent does not know the step "${step.do}". Leave out \`light\`.`);
  }
}
