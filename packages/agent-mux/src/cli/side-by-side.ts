/** Facts of several runs next to each other. */

/** The most CLIs that a table shows side by side. */
const MAX_COLUMNS = 3;

export type FactColumn = readonly (readonly [name: string, value: string])[];

/** A column for each, or a row for each where so many columns would be too wide. All columns have the same names. */
export function standSideBySide(columns: readonly FactColumn[]): readonly (readonly string[])[] {
  const names = columns[0]?.map(([name]) => name) ?? [];
  const values = columns.map((column) => column.map(([, value]) => value));
  return columns.length > MAX_COLUMNS
    ? [names, ...values]
    : names.map((name, index) => [name, ...values.map((column) => column[index] ?? '')]);
}
