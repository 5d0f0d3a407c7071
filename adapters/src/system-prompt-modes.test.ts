/** A mode does with system prompts what it claims, and answers any other wish by a note that says what becomes of it. */

import { describe, expect, it } from 'vitest';
import { builtInAdapters } from './index.ts';

const MODES = builtInAdapters.flatMap(({ agent, modes }) => modes.map((mode) => [agent, mode.name, mode] as const));
const WISHES = ['prepend', 'append', 'replace'] as const;

/** Matches a note about a prompt that goes where it was wanted, and says who else can read it there. */
const IS_READABLE = /: it stands on the command line, which other users of the machine can read/;

describe('a system prompt', () => {
  it.each(MODES)('of %s in mode %s goes where it is claimed to, or a note says where', (_agent, _name, mode) => {
    const kept = WISHES.filter((systemPromptMode) => {
      const notes = mode.notes?.({
        prompt: 'go',
        cwd: '/work',
        stream: 'auto',
        approvalMode: 'yolo',
        systemPrompt: 'Be kind.',
        systemPromptMode,
        noSession: false,
        includeSubagents: false,
        keepOpen: false,
      });
      return notes?.some((note) => note.startsWith('systemPrompt') && !IS_READABLE.test(note)) !== true;
    });
    expect([...mode.capabilities.systemPromptModes].sort()).toEqual(kept.sort());
  });
});
