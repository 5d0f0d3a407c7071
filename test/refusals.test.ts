/** A mode that takes no schema of the answer, or no tools of the program, says why: in the error, and so in the matrix. */
import { builtInAdapters } from '@agent-mux/adapters';
import { createClient, type RunOptions, tool } from '@agent-mux/core';
import { describe, expect, it } from 'vitest';

const MODES = builtInAdapters.flatMap(({ agent, modes }) => modes.map((mode) => ({ agent, mode, name: mode.name })));
const schema = { type: 'object', properties: {} } as const;
const GIVEN = [
  { capability: 'outputSchema', claim: 'supportsOutputSchema', options: { outputSchema: schema } },
  {
    capability: 'hostTools',
    claim: 'supportsHostTools',
    options: { tools: [tool({ name: 'look', description: 'Looks.', input: schema, run: () => 'seen' })] },
  },
] as const;

describe.each(GIVEN)('$capability', ({ capability, claim, options }) => {
  it.each(MODES)('is taken by $agent in mode $name, or refused with a reason', ({ agent, name, mode }) => {
    const { approvalModes, [claim]: isTaken = false } = mode.capabilities;
    const reason = mode.refusals?.[capability];
    expect(reason !== undefined).toBe(!isTaken);
    if (isTaken) {
      return;
    }
    const run: RunOptions = { agent, mode: name, prompt: 'go', binary: process.execPath, ...options };
    const [approvalMode = 'prompt'] = approvalModes;
    const client = createClient({ adapters: builtInAdapters });
    expect(() => client.run({ ...run, approvalMode })).toThrow(`lacks ${capability} (${reason})`);
  });
});
