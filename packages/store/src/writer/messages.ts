/** The messages between the thread that uses a store and the thread that writes. */

import type { Frame } from '../file/index.ts';

/** The data with which the writing thread is started. */
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
      /** The number of the tree in all other messages, which differs each time that the tree is taken up. */
      readonly tree: number;
      readonly root: string;
      readonly secrets: readonly string[];
    }
  | {
      readonly kind: 'lines';
      /** A number that rises by one with each message of this kind. */
      readonly number: number;
      readonly tree: number;
      /** The logs of the lines, in their order. */
      readonly parts: readonly (readonly [log: number, count: number])[];
      /** The lines, each with a line feed; a delta may be shortened, and one line may stand for several. */
      readonly text: string;
      /** The frames that restore shortened lines. */
      readonly frames: readonly Frame[];
      /** The lines that say something for the table of runs. */
      readonly facts: readonly number[];
      /**
       * The pairs stand in the order of the lines: the number of the text of its log that a line is a piece of, 0 for none, and the number of such lines.
       */
      readonly texts: readonly (readonly [text: number, count: number])[];
      /** The texts that end, each with the line that ends it. */
      readonly ends: readonly (readonly [line: number, text: number])[];
    }
  | { readonly kind: 'barrier'; readonly tree: number; readonly id: number }
  | { readonly kind: 'leave'; readonly log: number }
  | { readonly kind: 'close' };

export type FromWriter =
  /** Sent when the file is open. */
  | { readonly kind: 'ready' }
  | {
      readonly kind: 'committed';
      /**
       * All messages up to this one were read; 0 where nothing is said about that. Of their lines, only those are not committed that wait
       * for the rest of a secret.
       */
      readonly upTo: number;
      /** How many lines of each tree are committed since the thread began with it, and how many characters these were when they came. */
      readonly trees: readonly (readonly [tree: number, lines: number, size: number])[];
    }
  /** Sent when all lines of the tree that came before the barrier are committed. */
  | { readonly kind: 'reached'; readonly tree: number; readonly id: number }
  /** Sent when nothing of these logs is written any more. */
  | { readonly kind: 'refused'; readonly logs: readonly number[]; readonly message: string }
  /** Sent when nothing at all is written any more. */
  | { readonly kind: 'broken'; readonly message: string }
  | { readonly kind: 'closed' };
