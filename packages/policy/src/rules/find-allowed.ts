/** Finds the rules that allow an approval, or why none does: each part of it has to be allowed. */
import type { ToolKind } from '@agent-mux/events';
import type { Spot } from '../paths/index.ts';
import { type Command, type Redirection, readsFolder } from '../shell/index.ts';
import { countNamed, describeWords, whyNeverAllowed, whyNotByBeginning } from './commands.ts';
import type { CompiledRule } from './compile-rules.ts';
import { fitsHost } from './hosts.ts';
import { fitsMcp } from './mcp.ts';
import { type Request, spotsOf, spotsRead } from './request.ts';

export type Allowed = { readonly rules: readonly string[] } | { readonly why: string };

/** Matches devices, where writing changes nothing. */
const NO_FILES = /^\/dev\/(?:null|stdin|stdout|stderr)$/;

export function findAllowed(rules: readonly CompiledRule[], request: Request): Allowed {
  return request.line === undefined ? allowCall(rules, request) : allowLine(rules, request);
}

function allowCall(rules: readonly CompiledRule[], request: Request): Allowed {
  const { spots, kind } = request;
  const fittingFor = (each: ToolKind | undefined) => rules.filter((rule) => fitsCall(rule, request, each));
  const describe = (each: ToolKind | undefined): string => (each === undefined ? 'this' : `this (${each})`);
  if (spots === undefined) {
    const rule = fittingFor(kind).find(({ paths }) => paths === undefined);
    return rule === undefined ? { why: `no rule allows ${describe(kind)}` } : { rules: [rule.name] };
  }
  const names = new Set<string>();
  for (const spot of spots) {
    const fitting = fittingFor(spot.kind);
    const rule = fitting.find((each) => allowsSpot(each, request, spot));
    if (rule === undefined) {
      const isBlind = spot.real === undefined && fitting.some(({ paths }) => paths !== undefined);
      return {
        why: isBlind
          ? `it is not known where /${spot.said.join('/')} leads`
          : `no rule allows ${describe(spot.kind)} for /${spot.said.join('/')}`,
      };
    }
    names.add(rule.name);
  }
  return { rules: [...names] };
}

function fitsCall(rule: CompiledRule, { hosts, mcp }: Request, kind: ToolKind | undefined): boolean {
  const { kinds, commands, hosts: patterns, mcp: wanted } = rule;
  return (
    commands === undefined &&
    (kinds === undefined || (kind !== undefined && kinds.includes(kind))) &&
    (wanted === undefined || fitsMcp(wanted, mcp, kind) === 'yes') &&
    (patterns === undefined ||
      (hosts.length > 0 &&
        hosts.every((host) => host !== undefined && patterns.some((pattern) => fitsHost(pattern, host)))))
  );
}

function allowsSpot({ paths }: CompiledRule, { places }: Request, spot: Spot): boolean {
  return paths === undefined || places.allows(paths, spot);
}

function allowLine(rules: readonly CompiledRule[], request: Request): Allowed {
  const { line } = request;
  const whole = rules.find(isForAllCommands);
  if (whole !== undefined) {
    return { rules: [whole.name] };
  }
  if (line === undefined || line.commands.length === 0) {
    return { why: line?.obstacles[0] ?? 'there is no command in it' };
  }
  if (line.obstacles.length > 0) {
    return { why: `there is ${line.obstacles.join(', ')} in it, which no beginning of a command covers` };
  }
  const lost = whyWrongFolder(request);
  if (lost !== undefined) {
    return { why: lost };
  }
  const names = new Set<string>();
  for (const command of line.commands) {
    const found = allowCommand(rules, request, command);
    if ('why' in found) {
      return found;
    }
    for (const name of found.rules) {
      names.add(name);
    }
  }
  return names.size === 0 ? { why: 'there is no command in it' } : { rules: [...names] };
}

/** Whether the rule is `{ kind: 'execute' }` without anything that names a command. */
function isForAllCommands({ kinds, commands, paths, hosts, mcp }: CompiledRule): boolean {
  const isNarrow = commands !== undefined || paths !== undefined || hosts !== undefined || mcp !== undefined;
  return kinds?.includes('execute') === true && !isNarrow;
}

/** Why the folder is wrong, since the same words do something else in another project. */
function whyWrongFolder({ saysFolder, folder, places }: Request): string | undefined {
  if (!saysFolder || folder === undefined || places.isRoot(folder)) {
    return undefined;
  }
  return places.isWithin(places.find(folder, undefined)) === 'yes' ? undefined : `it would run in ${folder}`;
}

function allowCommand(rules: readonly CompiledRule[], request: Request, command: Command): Allowed {
  const never = whyNeverAllowed(command);
  if (never !== undefined) {
    return { why: never };
  }
  const names: string[] = [];
  for (const redirection of command.redirections) {
    const found = allowRedirection(rules, { request, command, redirection });
    if ('why' in found) {
      return found;
    }
    names.push(...found.rules);
  }
  if (command.words.length === 0) {
    return { rules: names };
  }
  let why = `no rule allows \`${describeWords(command.words)}\``;
  for (const rule of rules) {
    if (rule.kinds !== undefined && !rule.kinds.some((kind) => kind === 'execute' || kind === request.kind)) {
      continue;
    }
    const whyNot = whyNotByBeginning(rule, command) ?? whyOtherFiles(rule, request, command);
    if (whyNot === undefined) {
      return { rules: [...names, rule.name] };
    }
    if (whyNot !== false) {
      why = whyNot;
    }
  }
  return { why };
}

/**
 * Why the files are not covered: words that the rule has not named must lie where it says, and a change of the folder must stay within the
 * roots.
 */
function whyOtherFiles(rule: CompiledRule, request: Request, command: Command): string | undefined {
  const rest = command.words.slice(countNamed([rule], command));
  if (command.words[0]?.text === 'cd') {
    const [folder, ...more] = command.words.slice(1);
    const spots = folder === undefined || more.length > 0 ? undefined : spotsOf(request, command, folder);
    if (request.places.isWithin(spots) !== 'yes') {
      return `\`${describeWords(command.words)}\` may leave the folder of the run`;
    }
  }
  const { paths } = rule;
  if (paths === undefined) {
    return undefined;
  }
  const isReading = readsFolder(command.words.map(({ text }) => text));
  if (isReading && spotsRead(request, command)?.every((spot) => request.places.allows(paths, spot)) !== true) {
    return `\`${describeWords(command.words)}\` reads the folder that it runs in, which the rule "${rule.name}" does not allow`;
  }
  for (const word of rest) {
    if (/^-(?:-?[A-Za-z0-9-]*)$/.test(word.text) && word.kind === 'exact') {
      continue;
    }
    const value = /^--?[A-Za-z0-9-]+=(.*)$/s.exec(word.text)?.[1];
    const spots = spotsOf(request, command, value === undefined ? word : { ...word, text: value, isHome: false });
    if (spots === undefined || !spots.every((spot) => request.places.allows(paths, spot))) {
      return `the rule "${rule.name}" does not allow \`${describeWords([word])}\``;
    }
  }
  return undefined;
}

interface Redirected {
  readonly request: Request;
  readonly command: Command;
  readonly redirection: Redirection;
}

/** Allows a redirection, because writing into a file is editing it. */
function allowRedirection(rules: readonly CompiledRule[], { request, command, redirection }: Redirected): Allowed {
  const { target, isWrite } = redirection;
  if (target.kind === 'exact' && !target.isHome && NO_FILES.test(target.text)) {
    return { rules: [] };
  }
  const spots = spotsOf(request, command, target);
  if (spots === undefined || request.places.isWithin(spots) !== 'yes') {
    return { why: `\`${target.source}\` may lie outside the folder of the run` };
  }
  if (!isWrite) {
    return { rules: [] };
  }
  const edits = rules.filter(
    ({ kinds, commands, hosts, mcp }) =>
      commands === undefined &&
      hosts === undefined &&
      mcp === undefined &&
      (kinds === undefined || kinds.includes('edit')),
  );
  const names = spots.map((spot) => edits.find((rule) => allowsSpot(rule, request, spot))?.name);
  return names.every((name) => name !== undefined)
    ? { rules: names.flatMap((name) => name ?? []) }
    : { why: `no rule allows to edit \`${target.source}\`, which is what the redirection does` };
}
