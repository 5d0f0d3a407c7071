/** Notes on the sampling options, which the CLIs take from their own configuration or not at all. */
import type { OptionNote, ResolvedOptions } from '@agent-mux/core';

const SAMPLING = ['temperature', 'topP', 'topK'] as const;
const LENGTHS = ['maxOutputTokens'] as const;

/** One for each that is given. `why`: the rest of a sentence about the option. */
export function ignoredSampling(options: ResolvedOptions, why: string): OptionNote[] {
  return notesOn(SAMPLING, options, why);
}

/** As `ignoredSampling`, and for the limit of an answer. */
export function ignoredSamplingAndLengths(options: ResolvedOptions, why: string): OptionNote[] {
  return notesOn([...SAMPLING, ...LENGTHS], options, why);
}

function notesOn(
  names: readonly (typeof SAMPLING | typeof LENGTHS)[number][],
  options: ResolvedOptions,
  why: string,
): OptionNote[] {
  return names.filter((name) => options[name] !== undefined).map((name) => `${name}: ${why}; it is ignored.`);
}
