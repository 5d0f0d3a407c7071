/** Asks a mode for what a run needs, and checks its answers: a mistake of the adapter is an error that names it. */
import type { Command, Dialect, Mode, ModeContext, OptionNote, ResolvedOptions } from '../adapter/index.ts';
import { describeError } from '../describe-error.ts';
import { AgentMuxError } from '../errors.ts';
import { checkShape, filledText, isRecord, maybe, type Rule, rule, stringMap, text } from '../field-rules.ts';
import { chooseMode } from '../registry/index.ts';
import { demandStartable } from './demand-startable.ts';
import type { PreparedRun } from './prepared-run.ts';

type Wanted = Pick<PreparedRun, 'adapter' | 'mode' | 'options'>;

/**
 * Asks a mode for its command. Throws INTERNAL with the adapter, the mode, and what is wrong; VALIDATION_ERROR where
 * the options make a command that is too long for the system.
 */
export function createCommand(wanted: Wanted, context: ModeContext): Command {
  const command = readCommand(wanted, context);
  demandStartable(wanted, command, () => commandsOfOthers(wanted, context));
  return command;
}

function readCommand({ adapter, mode, options }: Wanted, context: ModeContext): Command {
  const command: unknown = ask(adapter.agent, mode, 'command', () => mode.command(options, context));
  const problems = isRecord(command)
    ? checkShape(COMMAND_RULES, command).map(({ message }) => message)
    : ['It must be an object.'];
  demand(problems, adapter.agent, mode, 'command');
  return command as Command;
}

/** Returns the commands of the other modes, as far as they take these options. */
function commandsOfOthers({ adapter, mode: own, options }: Wanted, context: ModeContext): ReadonlyMap<string, Command> {
  const commands = new Map<string, Command>();
  for (const mode of adapter.modes) {
    try {
      if (mode !== own) {
        chooseMode(adapter, options, context.input, mode.name);
        commands.set(mode.name, readCommand({ adapter, mode, options }, context));
      }
    } catch {
      // A mode that refuses these options is none to name.
    }
  }
  return commands;
}

/** Asks a mode for its dialect. Throws INTERNAL with the adapter, the mode, and what is wrong. */
export function createDialect({ adapter, mode, options }: Wanted, context: ModeContext): Dialect {
  const dialect: unknown = ask(adapter.agent, mode, 'dialect', () => mode.dialect(options, context));
  const methods = mode.capabilities.supportsHostTools === true ? [...METHODS, 'returnHostTool'] : METHODS;
  const problems = isObject(dialect)
    ? methods.filter((name) => typeof dialect[name] !== 'function').map((name) => `${name}() is missing.`)
    : ['It must be an object.'];
  demand(problems, adapter.agent, mode, 'dialect');
  return dialect as Dialect;
}

/** Asks a mode for its notes. Throws INTERNAL with the adapter, the mode, and what is wrong. */
export function readNotes({ adapter, mode, options }: Wanted): readonly OptionNote[] {
  const notes: unknown = ask(adapter.agent, mode, 'notes', () => mode.notes?.(options) ?? []);
  const isRight = Array.isArray(notes) && notes.every((note) => typeof note === 'string');
  demand(isRight ? [] : ['It must be an array of strings.'], adapter.agent, mode, 'notes');
  const own = notes as readonly OptionNote[];
  return [...own, ...noteOnSystemPrompt(mode, options, own)];
}

// A mode refuses the other options that it cannot honour by its capabilities, but these only say where the system
// prompt goes.
function noteOnSystemPrompt(
  { name, capabilities }: Mode,
  { systemPrompt }: ResolvedOptions,
  notes: readonly OptionNote[],
): readonly OptionNote[] {
  const isTold = notes.some((note) => note.startsWith('systemPrompt'));
  return systemPrompt === undefined || capabilities.systemPromptModes.length > 0 || isTold
    ? []
    : [`systemPrompt: mode "${name}" names no place for it; it is ignored.`];
}

const METHODS = ['open', 'close', 'interrupt', 'parseEvent', 'prompt', 'steer', 'respond', 'exit'] as const;

const COMMAND_RULES: Readonly<Record<keyof Command, Rule>> = {
  file: filledText,
  args: rule('an array of strings', (value) => Array.isArray(value) && value.every((word) => typeof word === 'string')),
  env: stringMap,
  cwd: filledText,
  stdin: rule(
    '"open", "end" or { text: string }',
    (value) => value === 'open' || value === 'end' || (isRecord(value) && text.accepts(value['text'])),
  ),
  files: maybe(stringMap),
};

type Method = 'command' | 'dialect' | 'notes';

function ask<T>(agent: string, mode: Mode, method: Method, question: () => T): T {
  try {
    return question();
  } catch (cause) {
    if (AgentMuxError.isInstance(cause)) {
      throw cause;
    }
    const reason = describeError(cause);
    throw new AgentMuxError('INTERNAL', `${describe(agent, mode, method)} failed: ${reason}`, { cause });
  }
}

function demand(problems: readonly string[], agent: string, mode: Mode, method: Method): void {
  if (problems.length > 0) {
    throw new AgentMuxError('INTERNAL', `${describe(agent, mode, method)} gave something else: ${problems.join(' ')}`);
  }
}

function describe(agent: string, mode: Mode, method: Method): string {
  return `The adapter "${agent}": ${method}() of mode "${mode.name}"`;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
