/** Which agent a command line means, and which of its arguments is the prompt: AMUX_AGENT names one for whoever always uses the same. */
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
      `${AGENT_VARIABLE} is ${JSON.stringify(usual)}, which is no agent. Agents: ${known.join(', ')}.`,
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
  const meant = first === undefined ? undefined : known.find((name) => isSlipOf(first, name));
  if (meant !== undefined) {
    throw new UsageError(
      `There is no agent ${JSON.stringify(first)}. Did you mean ${meant}? If it is the prompt, give it with --prompt.`,
    );
  }
  return { agent: usual, prompt: first };
}

// One letter makes a greeting of "pi".
const SHORTEST = 5;

/** Whether two letters changed places, or one is wrong, missing or too many; of a short name anything might be meant. */
export function isSlipOf(typed: string, name: string): boolean {
  if (typed === name || name.length < SHORTEST) {
    return false;
  }
  let start = 0;
  while (start < name.length && typed[start] === name[start]) {
    start++;
  }
  const [left, right] = [typed.slice(start), name.slice(start)];
  const isSwapped = left[0] === right[1] && left[1] === right[0] && left.slice(2) === right.slice(2);
  return isSwapped || left.slice(1) === right.slice(1) || left.slice(1) === right || left === right.slice(1);
}
