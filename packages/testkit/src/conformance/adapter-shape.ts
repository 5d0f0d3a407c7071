/** The shape that every adapter must have, before anything is started. */
import { type Adapter, defineAdapter, ValidationError } from '@agent-mux/core';

/** The problems, each as a sentence. */
export function findShapeProblems(adapter: Adapter): string[] {
  try {
    defineAdapter(adapter);
  } catch (error) {
    return error instanceof ValidationError ? error.fields.map(({ message }) => message) : [String(error)];
  }
  const problems: string[] = [];
  if (adapter.authGuidance.trim() === '') {
    problems.push('authGuidance is empty.');
  }
  for (const { name, capabilities } of adapter.modes) {
    const repeated = findTwice(capabilities.events);
    if (repeated !== undefined) {
      problems.push(`${name} claims ${repeated} twice.`);
    }
    if (capabilities.approvalModes.length === 0) {
      problems.push(`${name} has no approval mode.`);
    }
  }
  return problems;
}

function findTwice(names: readonly string[]): string | undefined {
  return names.find((name, index) => names.indexOf(name) !== index);
}
