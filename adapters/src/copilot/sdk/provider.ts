/**
 * A model provider of the user's own. Copilot CLI reads it from the environment in all modes but the SDK's, where it must stand in the
 * request that opens the session and never shows in the command line.
 */
import type { ResolvedOptions } from '@agent-mux/core';
import { defined } from '../../shared/index.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const PREFIX = 'COPILOT_PROVIDER_';

/** Fields of the provider, by the names of their variables without the prefix. */
const TEXTS: Readonly<Record<string, string>> = {
  TYPE: 'type',
  BASE_URL: 'baseUrl',
  API_KEY: 'apiKey',
  API_KEY_COMMAND: 'apiKeyCommand',
  BEARER_TOKEN: 'bearerToken',
  WIRE_API: 'wireApi',
  TRANSPORT: 'transport',
  MODEL_ID: 'modelId',
  WIRE_MODEL: 'wireModel',
};

const NUMBERS: Readonly<Record<string, string>> = {
  MAX_PROMPT_TOKENS: 'maxPromptTokens',
  MAX_OUTPUT_TOKENS: 'maxOutputTokens',
};

const MODEL = 'COPILOT_MODEL';

/** Variables that may contain a key, or an address with one in it. */
export const PROVIDER_SECRETS: readonly string[] = [
  'BASE_URL',
  'API_KEY',
  'API_KEY_COMMAND',
  'BEARER_TOKEN',
  'HEADERS',
].map((suffix) => PREFIX + suffix);

export const PROVIDER_SETTINGS: readonly string[] = [
  MODEL,
  ...['TYPE', 'WIRE_API', 'TRANSPORT', 'MODEL_ID', 'WIRE_MODEL', ...Object.keys(NUMBERS), 'AZURE_API_VERSION'].map(
    (suffix) => PREFIX + suffix,
  ),
];

export interface ModelChoice {
  readonly model?: string;
  readonly provider?: Readonly<Record<string, unknown>>;
}

/** The provider that the environment of the run names, as the CLI would read it in its other modes. */
export function modelChoice({ model, env }: ResolvedOptions): ModelChoice {
  const variables: Environment = { ...process.env, ...env };
  const chosen = model ?? named(variables, MODEL);
  const provider = providerOf(variables);
  return defined({ model: chosen, provider });
}

function providerOf(variables: Environment): Readonly<Record<string, unknown>> | undefined {
  if (named(variables, `${PREFIX}BASE_URL`) === undefined) {
    return undefined;
  }
  const provider: Record<string, unknown> = {};
  for (const [suffix, field] of Object.entries(TEXTS)) {
    const value = named(variables, PREFIX + suffix);
    if (value !== undefined) {
      provider[field] = value;
    }
  }
  for (const [suffix, field] of Object.entries(NUMBERS)) {
    const value = Number(named(variables, PREFIX + suffix));
    if (Number.isInteger(value) && value > 0) {
      provider[field] = value;
    }
  }
  const apiVersion = named(variables, `${PREFIX}AZURE_API_VERSION`);
  if (apiVersion !== undefined) {
    provider['azure'] = { apiVersion };
  }
  const headers = headersIn(named(variables, `${PREFIX}HEADERS`) ?? '');
  if (headers.length > 0) {
    provider['headers'] = Object.fromEntries(headers);
  }
  return provider;
}

/** Reads lines of `Name: Value`; a literal `\n` also ends one. */
function headersIn(text: string): readonly (readonly [string, string])[] {
  return text.split(/\n|\\n/).flatMap((line) => {
    const colon = line.indexOf(':');
    return colon <= 0 ? [] : [[line.slice(0, colon).trim(), line.slice(colon + 1).trim()] as const];
  });
}

/** The value of a variable; an empty one counts as absent. */
function named(variables: Environment, name: string): string | undefined {
  const value = variables[name];
  return value === '' ? undefined : value;
}
