/** A model that is named reaches the agent, or the run is refused before anything starts, with who chooses it instead. */
import { builtInAdapters } from '@agent-mux/adapters';
import { createClient } from '@agent-mux/core';
import { describe, expect, it } from 'vitest';

const MODES = builtInAdapters.flatMap(({ agent, modes }) => modes.map((mode) => [agent, mode.name, mode] as const));
const MODEL = 'a-model/of-this-test';

describe('a model', () => {
  it.each(MODES)('of %s in mode %s is passed on, or refused with a reason', (agent, name, mode) => {
    const { supportsModelChoice = true, approvalModes } = mode.capabilities;
    expect(mode.refusals?.model !== undefined).toBe(!supportsModelChoice);
    if (supportsModelChoice) {
      return;
    }
    const client = createClient({ adapters: builtInAdapters });
    const start = (): unknown =>
      client.run({
        agent,
        mode: name,
        prompt: 'go',
        model: MODEL,
        binary: process.execPath,
        ...(approvalModes[0] === undefined ? {} : { approvalMode: approvalModes[0] }),
      });
    expect(start).toThrow(`mode "${name}" lacks model (${mode.refusals?.model})`);
  });
});
