/** Which agent a command line names, and which of its arguments is the prompt. AMUX_AGENT names one for whoever always uses the same. */
import { hintAtName, nearestName } from '@agent-mux/events';
import { UsageError } from './usage-error.ts';

const AGENT_VARIABLE = 'AMUX_AGENT';

export interface AgentArguments {
  /** The first argument. */
  readonly first: string | undefined;
  readonly second: string | undefined;
  readonly known: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** Whether the agent can be found without AMUX_AGENT, so that the first argument may be the prompt. @defaultValue false */
  readonly canFind?: boolean;
}

export interface MeantAgent {
  /** The agent; undefined where none is named and it is found in another way. */
  readonly agent: string | undefined;
  readonly prompt: string | undefined;
}

/** Takes the first argument as the agent where it is the name of one; throws UsageError where it looks like a typo of one. */
export function findAgent({ first, second, known, env, canFind = false }: AgentArguments): MeantAgent {
  const usual = env[AGENT_VARIABLE]?.trim() || undefined;
  if (usual !== undefined && !known.includes(usual)) {
    throw new UsageError(
      `${AGENT_VARIABLE} is ${JSON.stringify(usual)}, which is no agent.${hintAtName(usual, known)} Agents: ${known.join(', ')}.`,
    );
  }
  const hasOther = usual !== undefined || canFind;
  if (first === undefined && !hasOther) {
    throw new UsageError(
      `There is no agent. Name it first, as in \`amux run ${known[0] ?? 'claude'} "…"\`, or set ${AGENT_VARIABLE}.`,
    );
  }
  const isAgent = first !== undefined && (known.includes(first) || second !== undefined || !hasOther);
  if (isAgent) {
    return { agent: first, prompt: second };
  }
  const meant = first === undefined ? undefined : findSlip(first, known);
  if (meant !== undefined) {
    throw new UsageError(
      `There is no agent ${JSON.stringify(first)}. Did you mean ${JSON.stringify(meant)}? If it is the prompt, give it with --prompt.`,
    );
  }
  return { agent: usual, prompt: first };
}

// A shorter name can be one letter away from an ordinary word, which may as well be the prompt.
const SHORTEST = 5;

/** The agent whose name is one edit away. */
export function findSlip(typed: string, known: readonly string[]): string | undefined {
  const long = known.filter((name) => name.length >= SHORTEST && name !== typed);
  return nearestName(typed, long, 1);
}
