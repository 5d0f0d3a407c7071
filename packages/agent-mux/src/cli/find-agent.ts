/** Which agent a command line means, and which of its arguments is the prompt: AMUX_AGENT names one for whoever always uses the same. */
import { hintAtName, nearestName } from '@agent-mux/events';
import { UsageError } from './usage-error.ts';

const AGENT_VARIABLE = 'AMUX_AGENT';

export interface AgentArguments {
  /** The arguments that stand there, in order. */
  readonly first: string | undefined;
  readonly second: string | undefined;
  readonly known: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** Another way than AMUX_AGENT finds the agent, so the first argument may be the prompt. @defaultValue false */
  readonly canFind?: boolean;
}

export interface MeantAgent {
  /** undefined: none is named, and it is found in another way. */
  readonly agent: string | undefined;
  readonly prompt: string | undefined;
}

/** The first argument is the agent where it is the name of one; throws UsageError where it looks like a slip of one. */
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

// Of a shorter name one letter makes a greeting: what stands there may be the prompt as well.
const SHORTEST = 5;

/** The agent of which this is a slip by one edit. */
export function findSlip(typed: string, known: readonly string[]): string | undefined {
  const long = known.filter((name) => name.length >= SHORTEST && name !== typed);
  return nearestName(typed, long, 1);
}
