/** What native messages say: their strings and numbers, also those in JSON that stands in a string. */
import { leavesOf } from './leaves.ts';

const NUMBER = /(?<![\w.-])-?\d+(?:\.\d+)?(?:e[+-]?\d+)?(?=m?s\b|[^\w-]|$)/gi;

export class NativeWords {
  readonly strings: string[] = [];
  readonly numbers: Set<number> = new Set();
  readonly #seen = new Set<string>();

  add(message: string): void {
    if (this.#seen.has(message)) {
      return;
    }
    this.#seen.add(message);
    this.strings.push(message);
    for (const match of message.matchAll(NUMBER)) {
      this.numbers.add(Number(match[0]));
    }
    const parsed = parseJson(message);
    if (parsed === undefined) {
      return;
    }
    for (const { value } of leavesOf(parsed)) {
      if (typeof value === 'number') {
        this.numbers.add(value);
      } else {
        this.add(value);
      }
    }
  }

  says(text: string): boolean {
    return this.strings.some((said) => said.includes(text));
  }

  counts(value: number): boolean {
    return this.numbers.has(value);
  }
}

/** undefined where it is no JSON object or list. */
export function parseJson(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) {
    return undefined;
  }
  try {
    return JSON.parse(text);
  } catch {
    // Because it is text that begins like JSON.
    return undefined;
  }
}
