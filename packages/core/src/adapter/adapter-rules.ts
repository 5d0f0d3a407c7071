/** What an adapter must be: each field with its rule. Fields that we do not know are let pass: they may be of a later version. */
import { EVENT_TYPES, showValue } from '@agent-mux/events';
import type { ValidationFieldError } from '../errors.ts';
import {
  boolean,
  callback,
  check,
  filledText,
  isRecord,
  listOf,
  matching,
  missing,
  oneOf,
  type Rule,
  type Rules,
  stringMap,
  text,
} from '../field-rules.ts';
import type { Adapter, AuthFile, AuthHints, Capabilities, InstallMethod, Mode, RefusedCapability } from './adapter.ts';
import type { SessionReader } from './session-reader.ts';

/** The version of the contract that this agent-mux speaks. */
const SPEC_VERSION: Adapter['specVersion'] = 1;

const variable = matching(/^[A-Za-z_][A-Za-z0-9_]*$/, 'the name of an environment variable');
const relativePath = matching(/^(?![/\\])(?!(?:.*[/\\])?\.\.(?:[/\\]|$))./, 'a path below the home folder');

const CAPABILITY_RULES: Rules<Capabilities> = {
  canResume: boolean,
  canFork: boolean,
  rewinds: listOf(oneOf('resume', 'fork')),
  priorTurns: oneOf('told', 'read'),
  supportsNoSession: boolean,
  supportsMultiTurn: boolean,
  supportsSteering: boolean,
  supportsTextStreaming: boolean,
  supportsToolCallStreaming: boolean,
  supportsThinkingStreaming: boolean,
  approvalModes: listOf(oneOf('yolo', 'prompt', 'deny')),
  sandboxes: listOf(oneOf('read-only', 'read-only+network', 'workspace-write', 'workspace-write+network', 'off')),
  nativeOptions: listOf(oneOf('args', 'config', 'env')),
  supportsQuestions: boolean,
  supportsThinking: boolean,
  thinkingEffortLevels: listOf(oneOf('low', 'medium', 'high', 'max')),
  supportsThinkingBudgetTokens: boolean,
  systemPromptModes: listOf(oneOf('prepend', 'append', 'replace')),
  supportsMCP: boolean,
  supportsHostTools: boolean,
  supportsOutputSchema: boolean,
  supportsModelChoice: boolean,
  supportsSkills: boolean,
  supportsAgentsMd: boolean,
  supportsImageInput: boolean,
  supportsFileAttachments: boolean,
  supportsMaxTurns: boolean,
  supportsMaxTokens: boolean,
  maxCost: oneOf('native', 'told', 'priced'),
  interrupt: oneOf('protocol', 'signal'),
  events: listOf({ ...oneOf(...EVENT_TYPES), expected: `one of the ${EVENT_TYPES.length} event types` }),
};

const REFUSED = [
  'noSession',
  'checkpoint',
  'model',
  'mcp',
  'sandbox',
  'maxTokens',
  'maxCostUsd',
  'nativeArgs',
  'nativeConfig',
  'nativeEnv',
] satisfies RefusedCapability[];

const MODE_RULES: Rules<Mode> = {
  name: matching(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'a name in kebab-case'),
  capabilities: shape(CAPABILITY_RULES, [
    'supportsHostTools',
    'supportsOutputSchema',
    'supportsMaxTokens',
    'maxCost',
    'rewinds',
    'priorTurns',
    'supportsModelChoice',
    'sandboxes',
    'nativeOptions',
  ]),
  transport: oneOf('lines', 'content-length', 'document', 'pty'),
  eagerRead: oneOf(true),
  stdout: oneOf('file'),
  command: callback,
  dialect: callback,
  refusals: shape(Object.fromEntries(REFUSED.map((name) => [name, filledText])), REFUSED),
  reserved: shape({ args: stringMap, config: stringMap, env: stringMap }, ['args', 'config', 'env']),
  notes: callback,
  recognize: callback,
};

const INSTALL_RULES: Rules<InstallMethod> = {
  platform: oneOf('darwin', 'linux', 'win32', 'all'),
  type: oneOf('npm', 'pip', 'brew', 'curl', 'winget', 'scoop', 'manual'),
  command: filledText,
  notes: text,
};

const AUTH_FILE_RULES: Rules<AuthFile> = {
  path: relativePath,
  folderVariable: variable,
  folderPath: relativePath,
  homeVariable: variable,
  field: filledText,
};

const OPTIONAL_OF_FILE = ['folderVariable', 'folderPath', 'homeVariable', 'field'] as const;

const AUTH_RULES: Rules<AuthHints> = {
  variables: listOf(variable),
  files: listOf(shape(AUTH_FILE_RULES, OPTIONAL_OF_FILE)),
  settings: listOf(shape(AUTH_FILE_RULES, OPTIONAL_OF_FILE)),
  elsewhere: stringMap,
};

const SESSION_RULES: Rules<SessionReader> = { places: callback, open: callback };

const ADAPTER_RULES: Rules<Adapter> = {
  specVersion: oneOf(),
  // It becomes the name of a folder and a word of a command line.
  agent: matching(/^[a-z0-9][a-z0-9._-]*$/, 'a name of small letters, digits, ".", "_" and "-"'),
  displayName: filledText,
  cliCommand: filledText,
  testedVersions: listOf(filledText),
  recordedEnv: listOf(variable),
  spokenEnv: listOf(variable),
  hostMarkers: listOf(variable),
  modes: {
    ...listOf(shape(MODE_RULES, ['eagerRead', 'stdout', 'refusals', 'reserved', 'notes', 'recognize'])),
    expected: 'an array of at least one mode',
    accepts: (value) => Array.isArray(value) && value.length > 0,
  },
  sessions: shape(SESSION_RULES),
  install: listOf(shape(INSTALL_RULES, ['notes'])),
  authGuidance: text,
  auth: shape(AUTH_RULES, ['settings', 'elsewhere']),
};

/** All that is wrong with it. */
export function findAdapterErrors(value: unknown): ValidationFieldError[] {
  if (!isRecord(value)) {
    return check({ expected: 'an object made by defineAdapter()', accepts: isRecord }, value, 'adapter');
  }
  const { specVersion } = value;
  // Nothing else can be said about a contract that we do not know.
  if (specVersion !== SPEC_VERSION) {
    return [wrongVersion(specVersion)];
  }
  const { specVersion: _, ...rules } = ADAPTER_RULES;
  const errors = checkShape(rules, value, '', ['recordedEnv', 'spokenEnv', 'auth', 'sessions']);
  return errors.length > 0 ? errors : findRepeatedModes(value['modes']);
}

function wrongVersion(received: unknown): ValidationFieldError {
  const expected = String(SPEC_VERSION);
  if (received === undefined) {
    return missing('specVersion', expected);
  }
  const isVersion = typeof received === 'number' && Number.isSafeInteger(received) && received >= 0;
  const advice = isVersion
    ? `update ${received > SPEC_VERSION ? 'agent-mux' : 'the adapter'}`
    : 'it must be that number';
  return {
    field: 'specVersion',
    message: `\`specVersion\` is ${showValue(received)}, and this agent-mux speaks ${expected}: ${advice}.`,
    received,
    expected,
  };
}

function findRepeatedModes(modes: unknown): ValidationFieldError[] {
  const names = Array.isArray(modes) ? modes.map((mode: unknown) => (isRecord(mode) ? mode['name'] : undefined)) : [];
  return names.flatMap((name, index) =>
    names.indexOf(name) === index
      ? []
      : check(
          { expected: 'another name than that of an earlier mode', accepts: () => false },
          name,
          `modes[${index}].name`,
        ),
  );
}

/** An object whose fields have rules; all but the optional ones must be there. */
function shape<T>(rules: Rules<T>, optional: readonly (keyof T & string)[] = []): Rule {
  return {
    expected: 'an object',
    accepts: isRecord,
    inner: (value, field) => (isRecord(value) ? checkShape(rules, value, `${field}.`, optional) : []),
  };
}

function checkShape(
  rules: Readonly<Record<string, Rule>>,
  record: Readonly<Record<string, unknown>>,
  prefix: string,
  optional: readonly string[],
): ValidationFieldError[] {
  return Object.entries(rules).flatMap(([name, rule]) => {
    const value = record[name];
    if (value !== undefined) {
      return check(rule, value, `${prefix}${name}`);
    }
    return optional.includes(name) ? [] : [missing(`${prefix}${name}`, rule.expected)];
  });
}
