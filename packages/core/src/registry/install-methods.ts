/** The official ways to install a CLI on this platform. */
import type { InstallMethod } from '../adapter/index.ts';

/**
 * Finds the ways in which the CLI can be installed on this platform, in the adapter's order; those for this very
 * platform come first.
 */
export function findInstallMethods(
  methods: readonly InstallMethod[],
  platform: NodeJS.Platform = process.platform,
): InstallMethod[] {
  return [
    ...methods.filter((method) => method.platform === platform),
    ...methods.filter((method) => method.platform === 'all'),
  ];
}

/** Says how the CLI is installed, as the rest of a sentence that begins with "Install it". */
export function describeInstallMethod({ type, command, notes }: InstallMethod): string {
  const note = notes === undefined ? '' : ` (${notes.replace(/\.$/, '')})`;
  return `${type === 'manual' ? `by hand: see ${command}` : `with: ${command}`}${note}`;
}
