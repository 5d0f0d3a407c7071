/** Rules in a form that is fast to apply. */
import type { ToolKind } from '@agent-mux/events';
import { type Glob, readGlobs } from '../paths/index.ts';
import { readHostPattern } from './hosts.ts';
import type { PolicyRule, PolicyRules, RuleList } from './rules.ts';

/** The first words of a command, and variables that are set before it. */
export interface Beginning {
  readonly variables: readonly string[];
  readonly words: readonly string[];
}

export interface CompiledRule {
  readonly name: string;
  readonly kinds: readonly ToolKind[] | undefined;
  readonly paths: readonly Glob[] | undefined;
  readonly commands: readonly Beginning[] | undefined;
  readonly isExact: boolean;
  readonly hosts: readonly string[] | undefined;
  readonly mcp: PolicyRule['mcp'];
}

/** Compiles rules that have been checked. */
export function compileRules(rules: PolicyRules, list: RuleList): readonly CompiledRule[] {
  return (rules[list] ?? []).map((rule, at): CompiledRule => {
    const { name = `${list}[${at}]`, kind, path, command, exact = false, host, mcp } = rule;
    return {
      name,
      kinds: kind === undefined ? undefined : listOf(kind),
      paths:
        path === undefined
          ? undefined
          : listOf(path).flatMap((glob) => readGlobs(glob, { isAnywhere: list !== 'allow' }) ?? []),
      commands: command === undefined ? undefined : listOf(command).map(readBeginning),
      isExact: exact,
      hosts: host === undefined ? undefined : listOf(host).flatMap((name) => readHostPattern(name) ?? []),
      mcp,
    };
  });
}

function listOf<T extends string>(value: T | readonly T[]): readonly T[] {
  return typeof value === 'string' ? [value] : value;
}

function readBeginning(text: string): Beginning {
  const words = text.trim().split(/\s+/);
  const program = words.findIndex((word) => !/^\w+=/.test(word));
  const at = program === -1 ? words.length : program;
  return { variables: words.slice(0, at), words: words.slice(at) };
}
