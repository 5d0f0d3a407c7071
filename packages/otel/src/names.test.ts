/** The names of the conventions, compared with the package that defines them. */
import { CAUSES } from '@agent-mux/events/journal';
import * as conventions from '@opentelemetry/semantic-conventions/incubating';
import { expect, it } from 'vitest';
import { ERROR_TYPE, GEN_AI, GEN_AI_CONTENT, KINDS, providerOf, STATUS } from './names.ts';

const known: readonly (readonly [string, unknown])[] = Object.entries(conventions);
const valuesOf = (prefix: string) => known.flatMap(([name, value]) => (name.startsWith(prefix) ? [value] : []));

it('O-22: has each attribute in the conventions', () => {
  const attributes = valuesOf('ATTR_');
  const used = [...Object.values(GEN_AI), ...Object.values(GEN_AI_CONTENT), ERROR_TYPE];
  expect(used.filter((name) => !attributes.includes(name))).toEqual([]);
  expect(new Set(used).size).toBe(used.length);
});

it('O-22: has each operation in the conventions', () => {
  const operations = valuesOf('GEN_AI_OPERATION_NAME_VALUE_');
  expect(Object.keys(KINDS).filter((name) => !operations.includes(name))).toEqual([]);
});

it('O-22: has the names of the conventions for providers that have one, and else what is known', () => {
  const providers = valuesOf('GEN_AI_PROVIDER_NAME_VALUE_');
  const named = [
    'google',
    'gemini',
    'google-vertex',
    'amazon-bedrock',
    'azure',
    'mistral',
    'xai',
    'openai',
    'anthropic',
  ];
  for (const name of named) {
    expect(providers).toContain(providerOf('pi', name));
  }
  for (const agent of ['claude', 'codex', 'gemini']) {
    expect(providers).toContain(providerOf(agent, undefined));
  }
  expect([providerOf('copilot', undefined), providerOf('pi', 'constructor')]).toEqual(['copilot', 'constructor']);
});

it('O-8: has a row for each cause of an end', () => {
  expect(Object.keys(STATUS).sort()).toEqual([...CAUSES, 'lost'].sort());
});
