/** Which of three forms shows a run: `--output`, or one of its short forms. */
import { type GivenFlags, OUTPUT_FORMS } from './flag-table.ts';
import { asOneOf } from './read-value.ts';
import { UsageError } from './usage-error.ts';

export type OutputForm = (typeof OUTPUT_FORMS)[number];

const SHORT_FORMS: readonly (readonly [string, OutputForm])[] = [
  ['json', 'json'],
  ['json-full', 'json'],
  ['final', 'final'],
];

/** Throws UsageError for an unknown form, and where two flags name different ones. */
export function readOutput(given: GivenFlags): OutputForm {
  const typed = given.get('output')?.at(-1);
  const said = SHORT_FORMS.filter(([flag]) => given.has(flag)).map(([flag, form]) => ({ name: `--${flag}`, form }));
  if (typed !== undefined) {
    const form = asOneOf(...OUTPUT_FORMS)(typed, '--output');
    said.unshift({ name: `--output ${form}`, form });
  }
  const [first, ...others] = said;
  const other = others.find(({ form }) => form !== first?.form);
  if (first !== undefined && other !== undefined) {
    throw new UsageError(`${first.name} and ${other.name} exclude each other: each says how the run is shown.`);
  }
  return first?.form ?? 'text';
}
