/** What of a run's settings must not be kept anywhere: the store hides it wherever it is said. */
import { isEveryday, secretsIn } from '../cassette/secret-settings.ts';
import type { PreparedRun } from '../run/index.ts';

/** Texts, each once. The host's environment counts by its names; what the run itself is given counts whole. */
export function findRunSecrets(
  { options: { env = {}, mcpServers = [] } }: Pick<PreparedRun, 'options'>,
  hostEnv: NodeJS.ProcessEnv = process.env,
): readonly string[] {
  const ofServers = mcpServers.flatMap(({ env: own = {}, headers = {}, url = '', args = [] }) => [
    ...Object.values(own),
    ...Object.values(headers),
    ...Object.entries({ ...own, ...headers }).flatMap(([name, value]) => secretsIn(name, value)),
    ...[url, ...args].flatMap((text) => secretsIn('', text)),
  ]);
  const ofHost = Object.entries(hostEnv).flatMap(([name, value]) =>
    value === undefined ? [] : secretsIn(name, value),
  );
  const ofRun = Object.entries(env).flatMap(([name, value]) => [value, ...secretsIn(name, value)]);
  return [...new Set([...ofHost, ...[...ofRun, ...ofServers].filter((value) => !isEveryday(value))])];
}
