/** What the files of a fixture must and must not contain. */
import type { CassetteHeader } from '@agent-mux/core/cassette';
import type { LoadedFixture } from './load-fixtures.ts';

/** Compares the header with the place of the file. */
export function findHeaderProblems(
  header: CassetteHeader,
  { agent, version, scenario, modeName }: Pick<LoadedFixture, 'agent' | 'version' | 'scenario' | 'modeName'>,
): string[] {
  const wanted = { agent, cliVersion: version, mode: modeName };
  const problems = Object.entries(wanted).flatMap(([field, value]) => {
    const found = header[field === 'cliVersion' ? 'cliVersion' : field === 'mode' ? 'mode' : 'agent'];
    return found === value ? [] : [`The header says ${field} ${String(found)}, the folder ${value}.`];
  });
  // Earlier runs of a scenario have a number.
  if (scenario.replace(/-\d+$/, '') !== header.scenario && scenario !== header.scenario) {
    problems.push(`The header says scenario ${header.scenario}, the folder ${scenario}.`);
  }
  for (const field of ['runId', 'startedAt', 'platform', 'redactions', 'options'] as const) {
    if (header[field] === undefined && header.handWritten === undefined) {
      problems.push(`The header lacks ${field}.`);
    }
  }
  return problems;
}

/** Texts that identify the machine that recorded it. */
const SECRETS: readonly (readonly [string, RegExp])[] = [
  ['a folder of the machine', /(?<![\w.>-])\/(?:home|root|Users|tmp|private\/tmp|var\/folders|work|workspace)\/[\w.-]/],
  ['a port on loopback', /(?:127\.0\.0\.1|localhost|\[::1\]):\d{2,5}\b/],
  ['a key', /\bsk-(?:ant-)?[A-Za-z0-9_-]{6,}|\bAIza[\w-]{20,}|\bgh[pousr]_[A-Za-z0-9]{20,}/],
  ['a bearer token', /\bBearer\s+[A-Za-z0-9._-]{12,}/],
];

export function findSecrets(texts: Readonly<Record<string, string>>): string[] {
  return Object.entries(texts).flatMap(([name, text]) =>
    SECRETS.flatMap(([what, pattern]) => {
      const found = pattern.exec(text);
      if (found === null) {
        return [];
      }
      const around = text.slice(Math.max(0, found.index - 60), found.index + 100);
      return [`${name} shows ${what}: …${around}…`];
    }),
  );
}
