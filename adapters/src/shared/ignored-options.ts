/** Notes on the sampling options, which the CLIs take from their own configuration or not at all. */
import type { OptionNote, ResolvedOptions } from '@agent-mux/core';

const SAMPLING = ['temperature', 'topP', 'topK'] as const;
const LENGTHS = ['maxOutputTokens'] as const;

/** One note for each sampling option that is given. `why` is the rest of a sentence about the option. */
export function ignoredSampling(options: ResolvedOptions, why: string): OptionNote[] {
  return notesOn(SAMPLING, options, why);
}

/** Notes like those of `ignoredSampling`, and one for the length limit of an answer. */
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
