/** The lines that wait until it is known whether they cut a secret in two. */
import type { Around } from './line-values.ts';
import { type Chain, isShort, withoutContext } from './secret-chains.ts';

/** A part of a line, and the text that takes its place. */
export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** A line, and the edits that take secrets out of it. */
export interface Waiting<T> {
  /**
   * The text; empty once it was released, so that a chain that may go on in a later line does not keep it in memory.
   */
  line: string;
  readonly stream: string | undefined;
  readonly item: T;
  readonly number: number;
  edits: readonly Edit[];
  /** Whether it was released, and cannot be edited any more. */
  isOut: boolean;
  isMasked: boolean;
}

/** How a value is joined to what came before it. */
export interface Joint extends Around {
  /** Only what is known to the letter is looked for. */
  readonly isExact: boolean;
}

/**
 * Whether a chain ends at a value that does not fit. What is known by its looks goes on behind none of its own lane, and where it is too
 * short to tell anything, behind none that may be of it: of a stream of single letters, every few make a name such as `dsn`.
 */
export function endsAt<T>(chain: Chain<Waiting<T>>, { frame, head, isExact }: Joint): boolean {
  const isOwn = frame !== undefined && chain.frame === frame;
  const mayBeOwn = chain.head === head && isShort(chain);
  return !isExact && (isOwn || mayBeOwn);
}

/** The text around a released line would keep that line in memory. */
const NOTHING_AROUND: Around = { frame: undefined, head: '' };

/** The number of the last line that a chain has a piece in. */
export function lastLine<T>({ pieces }: Chain<Waiting<T>>): number {
  return pieces.at(-1)?.line.number ?? 0;
}

/** Returns a copy of the text without the line that it was cut out of, which the engine would keep with it. */
export function copyOf(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}

/** The rest of a key may come in any value: it is hidden too, but where it is known to the letter alone. One of each text is enough. */
export function remember<T>(chains: Set<Chain<Waiting<T>>>, chain: Chain<Waiting<T>>): void {
  const { text, ...known } = withoutContext(chain);
  for (const other of chains) {
    if (other.isExact === true && other.text === text) {
      return;
    }
  }
  chains.add({ ...known, text: copyOf(text), ...NOTHING_AROUND, isLetGo: true, isExact: true });
}
