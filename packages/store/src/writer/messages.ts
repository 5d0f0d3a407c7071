/** What the thread that a store is used in and the thread that writes say to each other. */

import type { Frame } from '../file/index.ts';

/** What the writing thread is started with. */
export interface WriterData {
  readonly task: 'write';
  readonly file: string;
  readonly owner: string;
  readonly sync: 'normal' | 'full';
}

export type ToWriter =
  | {
      readonly kind: 'open';
      readonly log: number;
      /** A number for the tree in all other messages. It is another one each time that the tree is taken up. */
      readonly tree: number;
      readonly root: string;
      readonly secrets: readonly string[];
    }
  | {
      readonly kind: 'lines';
      /** Rises by one with each message of this kind. */
      readonly number: number;
      readonly tree: number;
      /** Whose lines they are, in their order. */
      readonly parts: readonly (readonly [log: number, count: number])[];
      /** Each with a line feed behind it; a delta may be shortened, and one line may stand for some of them. */
      readonly text: string;
      /** What shortened lines are made whole with. */
      readonly frames: readonly Frame[];
      /** Which of the lines say something for the table of runs. */
      readonly facts: readonly number[];
      /** In the order of the lines, the number of the text of its log that a line is a piece of, 0 for none, and of how many lines. */
      readonly texts: readonly (readonly [text: number, count: number])[];
      /** Texts that end with a line. */
      readonly ends: readonly (readonly [line: number, text: number])[];
    }
  | { readonly kind: 'barrier'; readonly tree: number; readonly id: number }
  | { readonly kind: 'leave'; readonly log: number }
  | { readonly kind: 'close' };

export type FromWriter =
  /** The file is open. */
  | { readonly kind: 'ready' }
  | {
      readonly kind: 'committed';
      /** All messages up to this one were looked at, 0 where that is not told; of their lines only those are not committed that wait for the rest of a secret. */
      readonly upTo: number;
      /** How many lines of each tree are committed since the thread began with it, and how many characters these were when they came. */
      readonly trees: readonly (readonly [tree: number, lines: number, size: number])[];
    }
  /** All lines of the tree that came before the barrier are committed. */
  | { readonly kind: 'reached'; readonly tree: number; readonly id: number }
  /** Nothing of these logs is written any more. */
  | { readonly kind: 'refused'; readonly logs: readonly number[]; readonly message: string }
  /** Nothing at all is written any more. */
  | { readonly kind: 'broken'; readonly message: string }
  | { readonly kind: 'closed' };
