/** What every adapter must be, before anything is started. */
import { type Adapter, defineAdapter } from '@agent-mux/core';
import { EVENT_TYPES } from '@agent-mux/events';

/** Each problem as a sentence. */
export function findShapeProblems(adapter: Adapter): string[] {
  const problems: string[] = [];
  try {
    defineAdapter(adapter);
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
  const twice = findTwice(adapter.modes.map(({ name }) => name));
  if (twice !== undefined) problems.push(`Two modes are named ${twice}.`);
  for (const marker of adapter.hostMarkers) {
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(marker))
      problems.push(`The host marker "${marker}" is no name of a variable.`);
  }
  if (adapter.install.length === 0) problems.push('There is no way to install it.');
  if (adapter.authGuidance.trim() === '') problems.push('authGuidance is empty.');
  for (const { name, capabilities } of adapter.modes) {
    if (!/^[a-z0-9-]+$/.test(name)) problems.push(`The mode "${name}" is not in kebab-case.`);
    const unknown = capabilities.events.find((type) => !EVENT_TYPES.includes(type));
    if (unknown !== undefined) problems.push(`${name} claims ${unknown}, which is no event type.`);
    const repeated = findTwice(capabilities.events);
    if (repeated !== undefined) problems.push(`${name} claims ${repeated} twice.`);
    if (capabilities.approvalModes.length === 0) problems.push(`${name} has no approval mode.`);
  }
  return problems;
}

function findTwice(names: readonly string[]): string | undefined {
  return names.find((name, index) => names.indexOf(name) !== index);
}
