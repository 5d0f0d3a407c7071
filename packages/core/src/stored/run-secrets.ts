/** Finds the secrets in a run's environment and options that must not reach a store. */
import type { RunOptions } from '../adapter/index.ts';
import { findGiven, findNativeSecrets, findServerSecrets, secretsIn } from '../redaction/index.ts';

type Secretive = Pick<RunOptions, 'env' | 'native' | 'mcpServers'>;
type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns the values of each of `environments` that their names call secrets, all values of the run's own `env` and `native.env`
 * and of the environment and headers of its MCP servers, whose tokens may have any name, and the secrets in addresses,
 * arguments and settings. Words of every conversation, plain numbers, folders and the name of the model are no secrets of a run,
 * because hiding them would garble the journal and reveal no less.
 */
export function findRunSecrets(
  { env = {}, native = {}, mcpServers = [] }: Secretive,
  environments: readonly Environment[],
): readonly string[] {
  return [
    ...new Set([
      ...[env, native.env ?? {}].flatMap((own) => findInEach(own, findGiven)),
      ...findServerSecrets(mcpServers, findGiven),
      ...findNativeSecrets(native, findGiven),
      ...environments.flatMap((environment) => findInEach(environment, secretsIn)),
    ]),
  ];
}

function findInEach(
  variables: Environment,
  findIn: (name: string, value: string) => readonly string[],
): readonly string[] {
  return Object.entries(variables).flatMap(([name, value]) => (value === undefined ? [] : findIn(name, value)));
}
