/** Lines of a table. */
import { makeInline } from './terminal.ts';

/** Lines of a table: columns as wide as their widest cell. A cell may have a foreign text, which never leaves its line. */
export function formatTable(table: readonly (readonly string[])[]): string[] {
  const rows = table.map((row) => row.map(makeInline));
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, index) => {
      widths[index] = Math.max(widths[index] ?? 0, cell.length);
    });
  }
  return rows.map((row) =>
    row
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
