/** Finds the secrets in a run's environment and options that must not reach a store. */
import type { RunOptions } from '../adapter/index.ts';
import { findGiven, findServerSecrets, secretsIn } from '../redaction/index.ts';

type Secretive = Pick<RunOptions, 'env' | 'mcpServers'>;

/**
 * Returns the values of the host's environment that their names call secrets, all values of the run's own `env` and of
 * the environment and headers of its MCP servers, whose tokens may have any name, and the secrets in their addresses
 * and arguments. Words of every conversation, plain numbers, folders and the name of the model are no secrets of a run,
 * because hiding them would garble the journal and reveal no less.
 */
export function findRunSecrets(
  { env = {}, mcpServers = [] }: Secretive,
  inherited: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const own = Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : findGiven(name, value)));
  const named = Object.entries(inherited).flatMap(([name, value]) =>
    value === undefined || Object.hasOwn(env, name) ? [] : secretsIn(name, value),
  );
  return [...new Set([...own, ...findServerSecrets(mcpServers, findGiven), ...named])];
}
