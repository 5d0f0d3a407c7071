/** The adapters that tests ask about: all, or those that are named where a mutant of one of them is tried. */
import { builtInAdapters } from '@agent-mux/adapters';
import type { Adapter } from '@agent-mux/core';

const names = process.env['AMUX_TEST_AGENTS']?.split(',').filter(Boolean) ?? [];

export const askedAdapters: readonly Adapter[] =
  names.length === 0 ? builtInAdapters : builtInAdapters.filter(({ agent }) => names.includes(agent));
