/**
 * Finds the options of the CLI itself that agent-mux keeps to itself, because they would break the conversation, or
 * contradict another option.
 */
import type { Adapter, Mode, ReservedNames, ResolvedOptions } from '../adapter/index.ts';
import type { ValidationFieldError } from '../errors.ts';
import { isRecord } from '../field-rules.ts';

type Reasons = Readonly<Record<string, string>>;

export interface NativeRequest {
  readonly adapter: Pick<Adapter, 'agent' | 'hostMarkers'>;
  readonly mode: Pick<Mode, 'name' | 'reserved'>;
  readonly options: Pick<ResolvedOptions, 'native' | 'env' | 'approvalMode'>;
}

/** Finds every option that must not be given, each by its name. */
export function findReservedOptions({ adapter, mode, options }: NativeRequest): ValidationFieldError[] {
  const { native = {}, approvalMode } = options;
  const { granting = {}, ...always } = mode.reserved ?? {};
  const { args, config, env } = approvalMode === 'yolo' ? withBoth(always, {}) : withBoth(always, granting);
  const markers = Object.fromEntries(
    adapter.hostMarkers.map((name) => [name, 'by it the CLI thinks that it runs inside another agent']),
  );
  const where = `mode "${mode.name}" of ${adapter.agent}`;
  return [
    ...(native.args ?? []).flatMap((word, index) =>
      refuse(`native.args[${index}]`, word, reasonOfWord(word, args), where),
    ),
    ...reservedSettings(native.config ?? {}, config).flatMap(([name, reason]) =>
      refuse(`native.config.${name}`, name, reason, where),
    ),
    ...Object.keys(native.env ?? {}).flatMap((name) =>
      refuse(`native.env.${name}`, name, reasonOfVariable(name, { ...markers, ...env }), where),
    ),
    ...findGrants(options, granting.env ?? {}, adapter.agent),
  ];
}

function withBoth(one: ReservedNames, other: ReservedNames): Required<ReservedNames> {
  return {
    args: { ...one.args, ...other.args },
    config: { ...one.config, ...other.config },
    env: { ...one.env, ...other.env },
  };
}

/**
 * Finds variables that grant too much: `env` may have those that agent-mux sets itself, but none that permits what is
 * denied.
 */
function findGrants(options: NativeRequest['options'], reasons: Reasons, agent: string): ValidationFieldError[] {
  const { env = {}, approvalMode } = options;
  if (approvalMode === 'yolo') {
    return [];
  }
  return Object.keys(env).flatMap((name): ValidationFieldError[] => {
    const reason = findVariable(name, reasons);
    const field = `env.${name}`;
    const message = `\`${field}\` would have ${agent} grant what \`approvalMode: '${approvalMode}'\` denies: ${reason}.`;
    return reason === undefined ? [] : [{ field, message, received: name, expected: 'a variable that grants nothing' }];
  });
}

function refuse(field: string, given: string, reason: string | undefined, where: string): ValidationFieldError[] {
  if (reason === undefined) {
    return [];
  }
  // The value of a flag may be a secret, also where it stands right behind a letter.
  const [name = ''] = /^-[A-Za-z](?=[^A-Za-z-]|[A-Za-z]{8})/.exec(given) ?? given.split('=');
  const message = `\`${field}\` is ${JSON.stringify(name)}, which ${where} keeps to itself: ${reason}.`;
  return [{ field, message, received: name, expected: 'an option that agent-mux does not set itself' }];
}

function reasonOfWord(given: string, reasons: Reasons): string | undefined {
  if (!given.startsWith('-')) {
    return undefined;
  }
  const name = given.split('=')[0] ?? '';
  const isCluster = /^-[A-Za-z]{2,}$/.test(name);
  return Object.entries(reasons).find(([flag]) =>
    isCluster && flag.length === 2 ? name.slice(1).includes(flag.slice(1)) : isSameFlag(name, flag),
  )?.[1];
}

/**
 * Whether two flags are the same. Parsers of words take `--output-format`, `--outputFormat` and `--no-output-format`
 * for one flag; a single letter must be the same letter.
 */
function isSameFlag(given: string, flag: string): boolean {
  if (flag.length === 2 || given.length === 2) {
    return given.slice(0, 2) === flag && !given.startsWith('--');
  }
  return plain(given) === plain(flag) || plain(given) === `no${plain(flag)}`;
}

function plain(flag: string): string {
  return flag.replaceAll(/[^A-Za-z0-9]/g, '').toLowerCase();
}

/** The reserved settings among these, each with its reason. A name that contains dots stands for a path, as Codex has it. */
function reservedSettings(config: object, reasons: Reasons, prefix = ''): readonly (readonly [string, string])[] {
  const deepest = Math.max(...Object.keys(reasons).map((setting) => setting.split('.').length));
  return Object.entries(config).flatMap(([name, value]): readonly (readonly [string, string])[] => {
    const path = `${prefix}${name}`;
    const parts = path.split('.');
    const [, reason] = Object.entries(reasons).find(([setting]) => isWithin(parts, setting.split('.'))) ?? [];
    if (reason !== undefined) {
      return [[path, reason]];
    }
    // What is nested deeper than any of them begins with none of them, and may be deeper than the stack.
    return isRecord(value) && parts.length < deepest ? reservedSettings(value, reasons, `${path}.`) : [];
  });
}

function isWithin(path: readonly string[], setting: readonly string[]): boolean {
  return path.length >= setting.length && setting.every((part, index) => part === '*' || part === path[index]);
}

function reasonOfVariable(name: string, reasons: Reasons): string | undefined {
  return /^AMUX_RUN_/i.test(name)
    ? 'by such a name agent-mux finds the processes of a run'
    : findVariable(name, reasons);
}

// Some systems do not distinguish capitals and small letters in the name of a variable.
function findVariable(name: string, reasons: Reasons): string | undefined {
  return Object.entries(reasons).find(([variable]) => variable.toUpperCase() === name.toUpperCase())?.[1];
}
