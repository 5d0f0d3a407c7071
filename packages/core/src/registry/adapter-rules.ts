/** The rules of an adapter, one for each field. Unknown fields are allowed, because they may be of a later version. */
import { EVENT_TYPES, showValue } from '@agent-mux/events';
import type {
  Adapter,
  AuthFile,
  AuthHints,
  Capabilities,
  InstallMethod,
  Mode,
  RefusedCapability,
  SessionReader,
} from '../adapter/index.ts';
import type { ValidationFieldError } from '../errors.ts';
import {
  boolean,
  callback,
  check,
  checkShape,
  filledText,
  isRecord,
  listOf,
  matching,
  maybe,
  missing,
  nothingBut,
  oneOf,
  type Rule,
  type Rules,
  rule,
  stringMap,
  text,
} from '../field-rules.ts';

/** The version of the contract that this agent-mux speaks. */
const SPEC_VERSION: Adapter['specVersion'] = 1;

const variable = matching(/^[A-Za-z_][A-Za-z0-9_]*$/, 'the name of an environment variable');
const relativePath = matching(/^(?![/\\])(?!(?:.*[/\\])?\.\.(?:[/\\]|$))./, 'a path below the home folder');

export const CAPABILITY_RULES: Rules<Capabilities> = {
  canResume: boolean,
  canFork: boolean,
  rewinds: maybe(listOf(oneOf('resume', 'fork'))),
  priorTurns: maybe(oneOf('told', 'read')),
  supportsNoSession: boolean,
  supportsMultiTurn: boolean,
  supportsSteering: boolean,
  supportsTextStreaming: boolean,
  supportsToolCallStreaming: boolean,
  supportsThinkingStreaming: boolean,
  approvalModes: listOf(oneOf('yolo', 'prompt', 'deny')),
  sandboxes: maybe(
    listOf(oneOf('read-only', 'read-only+network', 'workspace-write', 'workspace-write+network', 'off')),
  ),
  nativeOptions: maybe(listOf(oneOf('args', 'config', 'env'))),
  supportsQuestions: boolean,
  supportsThinking: boolean,
  thinkingEffortLevels: listOf(oneOf('low', 'medium', 'high', 'max')),
  supportsThinkingBudgetTokens: boolean,
  systemPromptModes: listOf(oneOf('prepend', 'append', 'replace')),
  supportsMCP: boolean,
  supportsHostTools: maybe(boolean),
  supportsOutputSchema: maybe(boolean),
  supportsModelChoice: maybe(boolean),
  supportsSkills: boolean,
  supportsAgentsMd: boolean,
  supportsImageInput: boolean,
  supportsFileAttachments: boolean,
  supportsMaxTurns: boolean,
  supportsMaxTokens: maybe(boolean),
  maxCost: maybe(oneOf('native', 'told', 'priced')),
  interrupt: oneOf('protocol', 'signal'),
  events: listOf({ ...oneOf(...EVENT_TYPES), expected: `one of the ${EVENT_TYPES.length} event types` }),
};

const REFUSED = [
  'noSession',
  'checkpoint',
  'model',
  'mcp',
  'hostTools',
  'outputSchema',
  'sandbox',
  'maxTokens',
  'maxCostUsd',
  'nativeArgs',
  'nativeConfig',
  'nativeEnv',
] satisfies RefusedCapability[];

const RESERVED_NAMES = { args: maybe(stringMap), config: maybe(stringMap), env: maybe(stringMap) };

const MODE_RULES: Rules<Mode> = {
  name: matching(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'a name in kebab-case'),
  capabilities: shape(CAPABILITY_RULES),
  transport: oneOf('lines', 'content-length', 'document', 'pty'),
  eagerRead: maybe(oneOf(true)),
  worksElsewhere: maybe(oneOf(true)),
  stdout: maybe(oneOf('file')),
  command: callback,
  dialect: callback,
  refusals: maybe(shape(Object.fromEntries(REFUSED.map((name) => [name, maybe(filledText)])))),
  reserved: maybe(shape({ ...RESERVED_NAMES, granting: maybe(shape(RESERVED_NAMES)) })),
  notes: maybe(callback),
  recognize: maybe(callback),
};

const INSTALL_RULES: Rules<InstallMethod> = {
  platform: oneOf('darwin', 'linux', 'win32', 'all'),
  type: oneOf('npm', 'pip', 'brew', 'curl', 'winget', 'scoop', 'manual'),
  command: filledText,
  notes: maybe(text),
};

const AUTH_FILE_RULES: Rules<AuthFile> = {
  path: relativePath,
  folderVariable: maybe(variable),
  folderPath: maybe(relativePath),
  homeVariable: maybe(variable),
  field: maybe(filledText),
};

const AUTH_RULES: Rules<AuthHints> = {
  variables: listOf(variable),
  files: listOf(shape(AUTH_FILE_RULES)),
  settings: maybe(listOf(shape(AUTH_FILE_RULES))),
  elsewhere: maybe(stringMap),
};

const SESSION_RULES: Rules<SessionReader> = { places: callback, open: callback };

const ADAPTER_RULES: Rules<Omit<Adapter, 'specVersion'>> = {
  // The name becomes that of a folder and a word of a command line.
  agent: matching(/^[a-z0-9][a-z0-9._-]*$/, 'a name of small letters, digits, ".", "_" and "-"'),
  displayName: filledText,
  cliCommand: filledText,
  testedVersions: listOf(filledText),
  recordedEnv: maybe(listOf(variable)),
  spokenEnv: maybe(listOf(variable)),
  hostMarkers: listOf(variable),
  modes: {
    ...listOf(shape(MODE_RULES)),
    expected: 'an array of at least one mode',
    accepts: (value) => Array.isArray(value) && value.length > 0,
  },
  sessions: maybe(shape(SESSION_RULES)),
  install: listOf(shape(INSTALL_RULES)),
  authGuidance: text,
  auth: maybe(shape(AUTH_RULES)),
};

/** Finds everything that is wrong with an adapter. */
export function findAdapterErrors(value: unknown): ValidationFieldError[] {
  if (!isRecord(value)) {
    return check(rule('an object made by defineAdapter()', isRecord), value, 'adapter');
  }
  const { specVersion } = value;
  // Nothing else can be said about an unknown contract.
  if (specVersion !== SPEC_VERSION) {
    return [wrongVersion(specVersion)];
  }
  const errors = checkShape(ADAPTER_RULES, value);
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
      : check(nothingBut('another name than that of an earlier mode'), name, `modes[${index}].name`),
  );
}

/** An object whose fields have rules. */
function shape<T>(rules: Rules<T>): Rule {
  return {
    expected: 'an object',
    accepts: isRecord,
    inner: (value, field) => (isRecord(value) ? checkShape(rules, value, `${field}.`) : []),
  };
}
