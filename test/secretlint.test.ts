/** secretlint's recommended rules are kept by others, who follow what makers of keys change: what they find, we hide. */
import { generateKeyPairSync } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { lintSource } from '@secretlint/core';
import { creator } from '@secretlint/secretlint-rule-preset-recommend';
import { describe, expect, it } from 'vitest';
import { createRedactor } from '../packages/core/src/redaction/index.ts';

async function rulesThatFind(content: string): Promise<readonly string[]> {
  const source = { content, filePath: '/notes.txt', contentType: 'text' as const };
  const options = { config: { rules: [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: creator }] } };
  const { messages } = await lintSource({ source, options });
  return [...new Set(messages.map(({ ruleId }) => ruleId.replace('@secretlint/secretlint-rule-', '')))];
}

// What stands for a password is a password to a rule that looks at its place alone.
const hide = (text: string): string => createRedactor({}).piece(text).replaceAll('<key>', '');

/** Letters and digits without a meaning, the same each time. */
const some = (length: number, signs = 'q7WxT2mB9kLpZ4vR8nYc3HdJ6sGf5aE0uXoPiN1'): string =>
  Array.from({ length }, (_, n) => signs[(n * 7 + length) % signs.length]).join('');
const hex = (length: number): string => some(length, '4f9a0c7e2b81d653');

/** JSON in base64; its last brace stands alone behind the padding, which is what the rule looks for. */
function onePasswordAccount(): string {
  const told = { email: 'ada@example.org', secret: some(90) };
  const filled = 3 - ((JSON.stringify(told).length + 2) % 3);
  return Buffer.from(JSON.stringify({ ...told, secret: some(90 + filled) })).toString('base64');
}

/** What each rule finds. Each is put together here, so that nothing in this file looks like a key to those who scan the repository. */
const SAMPLES: Readonly<Record<string, readonly string[]>> = {
  anthropic: [`sk-ant-${'api03'}-${some(93)}AA`],
  openai: [`sk-${some(20)}T3BlbkFJ${some(20)}`, `sk-${'proj'}-${some(74)}T3BlbkFJ${some(74)}`],
  github: [...['ghp', 'gho', 'ghu', 'ghs', 'ghr'].map((kind) => `${kind}_${some(36)}`), `github_${'pat'}_${some(82)}`],
  linear: [`lin_${'api'}_${some(40)}`],
  '1password': [`ops_${onePasswordAccount()}`],
  shopify: ['shppa', 'shpca', 'shpat', 'shpss'].map((kind) => `${kind}_${hex(32)}`),
  sendgrid: [`SG.${some(22)}.${some(43)}`],
  slack: [`xoxb-${'123456789012'}-${'123456789012'}-${some(24)}`],
  aws: [`AWS_SECRET_ACCESS_KEY=${some(40)}`, `aws_secret_access_key = "${some(40)}"`],
  npm: [`//registry.npmjs.org/:_authToken=npm_${some(36)}`],
  basicauth: [`https://ada:${some(12)}@example.org/x`],
  'database-connection-string': ['mongodb', 'postgresql', 'mysql'].map(
    (kind) => `${kind}://ada:${some(12)}@db.example.org:5432/shop`,
  ),
  privatekey: [
    generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey.export({ type: 'pkcs1', format: 'pem' }).toString(),
  ],
};

describe.each(Object.entries(SAMPLES))('what the rule %s finds', (rule, samples) => {
  it.each(samples)('is hidden (sample %#)', async (sample) => {
    const text = `They said ${sample} and went on.`;
    expect(await rulesThatFind(text)).toContain(rule);
    expect(await rulesThatFind(hide(text))).toEqual([]);
    // As it stands in a message of a CLI, at two depths of JSON.
    const nested = JSON.stringify({ text: JSON.stringify({ out: text }) });
    expect(await rulesThatFind(JSON.parse(JSON.parse(hide(nested)).text).out)).toEqual([]);
  });
});

const FIXTURES = new URL('../fixtures/', import.meta.url);

it('finds nothing in our fixtures', async () => {
  const files = readdirSync(fileURLToPath(FIXTURES), { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('/cassette.jsonl'),
  );
  expect(files.length).toBeGreaterThan(900);
  const found: string[] = [];
  for (const path of files) {
    const rules = await rulesThatFind(readFileSync(new URL(path, FIXTURES), 'utf8'));
    found.push(...rules.map((rule) => `${path}: ${rule}`));
  }
  expect(found).toEqual([]);
});
