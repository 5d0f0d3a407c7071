/** Where streams of the same scenario differ, and why: the rows of differences.txt. */
import { readFileSync } from 'node:fs';

export interface Difference {
  readonly why: string;
  readonly cases: readonly Case[];
}

export interface Case {
  /** `codex` in its first mode, `codex.exec` in another. */
  readonly who: string;
  readonly scenario: string;
  /** Each of them once, as in a comparison. */
  readonly lines: readonly string[];
}

export const DIFFERENCES: readonly Difference[] = readRows();

/** A line that is not indented is a reason. One that is indented by two says who, and in which scenarios; one by four is a line of the comparison. */
function readRows(): Difference[] {
  const rows: { why: string; groups: Group[] }[] = [];
  const text = readFileSync(new URL('./differences.txt', import.meta.url), 'utf8');
  for (const line of text.trimEnd().split('\n')) {
    const content = line.trimStart();
    const groups = rows.at(-1)?.groups ?? [];
    switch (line.length - content.length) {
      case 0:
        rows.push({ why: content, groups: [] });
        break;
      case 2:
        if (groups.at(-1)?.lines.length !== 0) {
          groups.push({ places: [], lines: [] });
        }
        groups.at(-1)?.places.push(...placesOf(content));
        break;
      case 4:
        groups.at(-1)?.lines.push(content);
        break;
      default:
        throw new Error(`differences.txt: "${line}" is indented neither as a place nor as a difference.`);
    }
  }
  return rows.map(({ why, groups }) => ({
    why,
    cases: groups.flatMap(({ places, lines }) => places.map((place) => ({ ...place, lines }))),
  }));
}

interface Group {
  readonly places: Omit<Case, 'lines'>[];
  readonly lines: string[];
}

function placesOf(line: string): Omit<Case, 'lines'>[] {
  const [whos = '', scenarios = ''] = line.split(': ');
  return whos.split(', ').flatMap((who) => scenarios.split(', ').map((scenario) => ({ who, scenario })));
}
