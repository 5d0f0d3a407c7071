/** Finds the secrets in the words and settings that a CLI is given by its own names: in settings of any number and depth, and in what they give MCP servers. */
import { isNamedSecret, parseStructure } from './secret-parts.ts';
import { secretsIn } from './secrets-in.ts';
import { type FindIn, findServerSecrets, type ToolServer } from './server-secrets.ts';

interface NativeSettings {
  readonly args?: readonly string[];
  readonly config?: Readonly<Record<string, unknown>>;
}

/** A setting by its name, and the name of what it stands in. The items of a list are called as the list. */
interface Setting {
  readonly name: string;
  readonly holder: string;
  readonly value: unknown;
}

const ENVIRONMENT = /^env(?:ironment)?$/i;
// In `env_http_headers` Codex has the names of variables.
const HEADERS = /^(?!env_).*headers$/i;
const ARGUMENTS = /(?:args|argv|arguments|command)$/i;
const ADDRESS = /^(?:http|server)?_?url$/i;

/**
 * Returns the secrets that the names of settings tell, and those in the environments, headers, arguments and addresses that settings have
 * for MCP servers and other programs, as `findIn` finds them there.
 */
export function findNativeSecrets({ args = [], config = {} }: NativeSettings, findIn?: FindIn): readonly string[] {
  const settings = settingsWithin([...args.map(withoutFlag), toJson(config)]);
  return [
    ...new Set([...findServerSecrets([{ args }, ...settings.map(asServer)], findIn), ...settings.flatMap(findNamed)]),
  ];
}

/** A word may be a text of JSON, as it is or as the value of a flag. */
function withoutFlag(word: string): string {
  return word.replace(/^--?[\w.-]+=/, '');
}

/** The CLI gets what JSON makes of the settings, which is something else for an address, a moment or a class. */
function toJson(config: object): unknown {
  return JSON.parse(JSON.stringify(config));
}

/** Returns the settings at every depth, with a list for a stack: settings may be deeper than calls. */
function settingsWithin(values: readonly unknown[]): readonly Setting[] {
  const all: Setting[] = values.map((value) => ({ name: '', holder: '', value }));
  for (const setting of all) {
    for (const inner of innerOf(setting)) {
      all.push(inner);
    }
  }
  return all;
}

function innerOf({ name, holder, value }: Setting): readonly Setting[] {
  if (typeof value === 'string') {
    const parsed = parseStructure(value);
    return parsed === undefined ? [] : [{ name, holder, value: parsed }];
  }
  if (typeof value !== 'object' || value === null) {
    return [];
  }
  if (Array.isArray(value)) {
    return value.map((item) => ({ name, holder, value: item }));
  }
  const own = lastOf(name);
  const fields = Object.entries(value);
  const pair = pairIn(value, own);
  return pair === undefined
    ? fields.map(([key, inner]) => ({ name: key, holder: own, value: inner }))
    : [pair, ...fields.map(([key, inner]) => ({ name: key, holder: '', value: inner }))];
}

/** A variable or a header may be written as `{ name, value }`, where `name` is no secret. */
function pairIn(value: object, holder: string): Setting | undefined {
  return 'name' in value && typeof value.name === 'string' && 'value' in value
    ? { name: value.name, holder, value: value.value }
    : undefined;
}

/** Returns what the setting is for an MCP server. A name that contains dots stands for a path, as Codex has it. */
function asServer({ name, holder, value }: Setting): ToolServer {
  const own = lastOf(name);
  if (Array.isArray(value)) {
    return ARGUMENTS.test(own) ? { args: value.filter(isLeaf).map(String) } : {};
  }
  if (!isLeaf(value)) {
    return {};
  }
  const text = String(value);
  const holders = [holder, ...name.split('.').slice(-2, -1)];
  const isOf = (names: RegExp): boolean => holders.some((one) => names.test(one));
  return {
    ...(isOf(ENVIRONMENT) ? { env: { [own]: text } } : {}),
    ...(isOf(HEADERS) ? { headers: { [own]: text } } : {}),
    ...(ADDRESS.test(own) ? { url: text } : {}),
    ...(ARGUMENTS.test(own) ? { args: text.split(/\s+/) } : {}),
  };
}

function findNamed({ name, value }: Setting): readonly string[] {
  return typeof value === 'string' ? secretsIn(isNamedSecret(name, value.trim()) ? name : '', value) : [];
}

function lastOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

function isLeaf(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}
