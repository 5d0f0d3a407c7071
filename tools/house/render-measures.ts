/** Writes the measures of the house as a page by which two commits can be compared. */
import type { Measures } from './measure-house.ts';

export function renderMeasures({ sizes, circles, deepImports, names, dialectNames }: Measures): string {
  return [
    '| sources | files | lines | code | median | p90 | max | longest |',
    '|---|---|---|---|---|---|---|---|',
    ...Object.entries(sizes).map(
      ([name, { files, lines, code, median, p90, max, longest }]) =>
        `| ${name} | ${files} | ${lines} | ${code} | ${median} | ${p90} | ${max} | ${longest} |`,
    ),
    '',
    `Circles of files, types included: ${circles.length}`,
    ...circles.map((circle) => `- ${circle.join(', ')}`),
    `Imports past a door: ${deepImports}`,
    `File names in the folders within adapters: ${dialectNames.different}, of which one folder alone has ${dialectNames.once}`,
    `Names that a public entry exports: ${Object.entries(names)
      .map(([entry, count]) => `${entry} ${count}`)
      .join(', ')}`,
    '',
  ].join('\n');
}
