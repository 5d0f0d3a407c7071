/** Turns rules into a function that decides about approvals. */
import { type ApprovalFacts, findApprovalProblems, nearestName, showValue } from '@agent-mux/events';
import { createCommandReader, type ReadCommand } from './grammar/index.ts';
import { type Disk, followBeginnings, Places, type Resolve } from './paths/index.ts';
import type { PolicyRules } from './rules/index.ts';
import {
  type CompiledRule,
  checkRules,
  compileRules,
  findAllowed,
  isAbout,
  PolicyError,
  type PolicyFieldError,
  type Request,
  readRequest,
} from './rules/index.ts';

/** The decision of a policy about an approval. */
export interface PolicyDecision {
  readonly decision: 'approve' | 'deny' | 'ask';
  /** The names of the deciding rules; `otherwise` where there are none. Absent where it asks because no rule applies. */
  readonly rule?: string;
  /** The reason, for whoever is asked and for the agent. */
  readonly reason?: string;
}

/** The fields that are read of an open question of `run.interaction.pending`. */
export interface PendingApproval {
  readonly type: 'approval' | 'input';
  readonly detail: object;
}

/** A function for `onApprovalRequest`, and for an open question of `run.interaction`. It never grants what it cannot read. */
export type Policy = (
  asked: ApprovalFacts | PendingApproval,
  context?: { readonly cwd?: string },
) => Promise<PolicyDecision>;

export interface PolicyOptions {
  /** The absolute folder of the run. @defaultValue what the run says about itself, else that of the process */
  readonly cwd?: string;
  /** The folder for `~`. @defaultValue on Node that of the user */
  readonly home?: string;
  /** Follows the links of an absolute path. @defaultValue on Node the disk; elsewhere nothing, and rules with paths ask */
  readonly resolve?: Resolve;
}

/** Creates a policy. Throws PolicyError with everything that is wrong with the rules and options. */
export function policy(rules: PolicyRules, options: PolicyOptions = {}): Policy {
  const errors = [...checkRules(rules), ...checkOptions(options)];
  if (errors.length > 0) {
    throw new PolicyError(errors);
  }
  const all: RuleSets = {
    deny: compileRules(rules, 'deny'),
    ask: compileRules(rules, 'ask'),
    allow: compileRules(rules, 'allow'),
    otherwise: rules.otherwise ?? 'ask',
  };
  const globs = [...all.deny, ...all.ask, ...all.allow].flatMap(({ paths }) => paths ?? []);
  const beginnings = followBeginnings(globs, options.resolve);
  const placesOf = rememberPlaces(({ cwd }) => ({
    cwd,
    roots: [...(cwd === undefined ? [] : [cwd]), ...(rules.roots ?? [])],
    home: options.home,
    resolve: options.resolve,
    beginnings,
  }));
  const read = createCommandReader();
  return async (asked, context = {}) => {
    const facts = factsOf(asked);
    if (facts === undefined) {
      return { decision: 'ask', reason: 'it is no approval' };
    }
    const { sound, problem } = checkFacts(facts);
    return decide(all, sound, { places: placesOf(options.cwd ?? context.cwd), read, problem });
  };
}

interface RuleSets {
  readonly deny: readonly CompiledRule[];
  readonly ask: readonly CompiledRule[];
  readonly allow: readonly CompiledRule[];
  readonly otherwise: 'ask' | 'deny';
}

interface Means {
  readonly places: Places;
  readonly read: ReadCommand;
  /** The problem with the facts, which means that nothing is granted. */
  readonly problem: string | undefined;
}

async function decide(
  rules: RuleSets,
  facts: ApprovalFacts,
  { places, read, problem }: Means,
): Promise<PolicyDecision> {
  const line = facts.command === undefined ? undefined : await read(facts.command);
  places.forget();
  const request = readRequest(facts, { line, places, allow: rules.allow });
  const denied = findRule(rules.deny, request);
  if (denied.rule !== undefined) {
    return { decision: 'deny', rule: denied.rule, reason: `the rule "${denied.rule}" forbids it` };
  }
  const asked = findRule(rules.ask, request);
  if (asked.rule !== undefined) {
    return { decision: 'ask', rule: asked.rule, reason: `the rule "${asked.rule}" is about it` };
  }
  const doubt = denied.doubt ?? asked.doubt;
  const allowed = findAllowed(rules.allow, request);
  if (problem === undefined && doubt === undefined && 'rules' in allowed) {
    return { decision: 'approve', rule: allowed.rules.join(', ') };
  }
  const unsure = 'why' in allowed ? allowed.why : `it cannot be seen whether the rule "${doubt}" is about it`;
  const why = problem ?? unsure;
  return rules.otherwise === 'deny'
    ? { decision: 'deny', rule: 'otherwise', reason: why }
    : { decision: 'ask', reason: why };
}

/** The first rule that applies, and the first one that may apply. */
function findRule(
  rules: readonly CompiledRule[],
  request: Request,
): { readonly rule?: string; readonly doubt?: string } {
  let doubt: string | undefined;
  for (const rule of rules) {
    const about = isAbout(rule, request);
    if (about === 'yes') {
      return { rule: rule.name };
    }
    if (about === 'unknown') {
      doubt ??= rule.name;
    }
  }
  return doubt === undefined ? {} : { doubt };
}

function factsOf(asked: unknown): ApprovalFacts | undefined {
  if (typeof asked !== 'object' || asked === null) {
    return undefined;
  }
  const { detail, type } = asked as { readonly detail?: unknown; readonly type?: unknown };
  if (typeof detail === 'object' && detail !== null) {
    return type === 'approval' ? (detail as ApprovalFacts) : undefined;
  }
  return asked as ApprovalFacts;
}

/** The readable facts, by which the approval may still be denied, and the problem with the others. */
function checkFacts(facts: ApprovalFacts): { readonly sound: ApprovalFacts; readonly problem: string | undefined } {
  const problems = findApprovalProblems({ ...facts });
  if (problems.length === 0) {
    return { sound: facts, problem: undefined };
  }
  const sound = Object.entries(facts).filter(([name, value]) => findApprovalProblems({ [name]: value }).length === 0);
  return { sound: Object.fromEntries(sound), problem: `what is said of it cannot be read: ${problems.join('; ')}` };
}

/** Remembers the roots, which are followed once for each folder and not again after an agent has worked in it. */
function rememberPlaces(
  diskOf: (of: { readonly cwd: string | undefined }) => Disk,
): (cwd: string | undefined) => Places {
  const known = new Map<string | undefined, Places>();
  return (cwd) => {
    const places = known.get(cwd) ?? new Places(diskOf({ cwd }));
    known.set(cwd, places);
    return places;
  };
}

const OPTIONS: readonly string[] = ['cwd', 'home', 'resolve'] satisfies readonly (keyof PolicyOptions)[];

function checkOptions(options: unknown): PolicyFieldError[] {
  if (typeof options !== 'object' || options === null) {
    return [wrongOption('options', options, 'an object')];
  }
  return Object.entries(options).flatMap(([field, received]) => {
    if (!OPTIONS.includes(field)) {
      const near = nearestName(field, OPTIONS);
      const hint = near === undefined ? '; there are cwd, home and resolve.' : `; did you mean \`${near}\`?`;
      return [{ field, message: `\`${field}\` is no option${hint}`, received, expected: 'a known option' }];
    }
    const isRight =
      received === undefined || (field === 'resolve' ? typeof received === 'function' : isAbsolute(received));
    return isRight ? [] : [wrongOption(field, received, field === 'resolve' ? 'a function' : 'an absolute path')];
  });
}

const isAbsolute = (path: unknown): boolean => typeof path === 'string' && path.startsWith('/');

function wrongOption(field: string, received: unknown, expected: string): PolicyFieldError {
  return { field, message: `\`${field}\` is ${showValue(received)}, but must be ${expected}.`, received, expected };
}
