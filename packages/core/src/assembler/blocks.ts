/**
 * Messages and thinking blocks: their first text opens them, each lane has one at a time, and the agent's own text
 * completes them.
 */
import { given } from '../given.ts';
import type { Fallback } from './fallback.ts';
import type { BlockKind, Lane } from './lane.ts';
import type { Output } from './output.ts';
import type { Subagents } from './subagents.ts';

export interface BlocksParts {
  readonly out: Output;
  readonly fallback: Fallback;
  readonly subagents: Subagents;
}

export class Blocks {
  readonly #out: Output;
  readonly #fallback: Fallback;
  readonly #subagents: Subagents;

  constructor({ out, fallback, subagents }: BlocksParts) {
    this.#out = out;
    this.#fallback = fallback;
    this.#subagents = subagents;
  }

  /** Adds a piece of a message or of a thinking block. Returns whether there was a place for it. */
  add(lane: Lane, kind: BlockKind, delta: string, key: string | undefined): boolean {
    if (delta === '' || this.#out.isHidden(lane)) {
      return true;
    }
    if (!isMoreOf(lane, kind, key) && !this.#turnTo(lane, kind, key)) {
      return false;
    }
    const accumulated = this.#grow(lane, delta);
    if (!lane.isWholeBlock) {
      this.#out.delta(kind, delta, accumulated, lane);
    }
    return true;
  }

  /** Adds a piece to the message that is open in a lane; returns false where none is, or the piece may begin another. */
  goOn(lane: Lane, delta: string, key: string | undefined): boolean {
    if (delta === '' || lane.isWholeBlock || !isMoreOf(lane, 'message', key)) {
      return false;
    }
    this.#out.delta('message', delta, this.#grow(lane, delta), lane);
    return true;
  }

  /**
   * Ends a block because the agent does. `complete` is the whole text, if the agent gives it. Returns whether there was
   * a place for it.
   */
  stop(lane: Lane, kind: BlockKind, complete: string | undefined, key: string | undefined): boolean {
    if (this.#out.isHidden(lane)) {
      return true;
    }
    const isOpen = lane.block === kind && (key === undefined || lane.blockKey === undefined || key === lane.blockKey);
    if (isOpen) {
      lane.blockKey ??= key;
      this.#stopOpen(lane, kind, complete);
      return true;
    }
    return complete === undefined || complete === '' || this.#stopLate(lane, kind, complete, key);
  }

  /** Closes the open block of the lane without a word from the agent. */
  close(lane: Lane): void {
    if (lane.block !== undefined) {
      this.#end(lane, false);
    }
  }

  /** Holds the last message of the lane's turn against the agent's own last words, and tells those where it says other ones. */
  settle(lane: Lane, words: string): void {
    const isOpen = lane.block === 'message';
    const { text: seen, isCut } = isOpen
      ? { text: lane.blockText.whole, isCut: lane.blockText.isCut }
      : (lane.lastMessage ?? { text: '', isCut: false });
    // Beyond the bound nobody can know what is missing.
    if (isCut || words.trim() === '' || isSame(seen, words)) {
      return;
    }
    if (isOpen) {
      this.#stopOpen(lane, 'message', words);
      return;
    }
    this.#out.repair("The agent's last words are not those of its last message", {
      lane,
      seen,
      complete: words,
      how: 'they follow',
    });
    this.#sayWhole(lane, 'message', words, undefined);
  }

  #grow(lane: Lane, delta: string): string {
    const { blockText } = lane;
    const wasCut = blockText.isCut;
    const accumulated = blockText.add(delta);
    if (blockText.isCut && !wasCut) {
      this.#out.textCut(`The text of a ${lane.block === 'thinking' ? 'thinking block' : 'message'}`);
    }
    return accumulated;
  }

  // Streamed text cannot be taken back: a missing end can be added, and any other difference makes the whole text a new
  // block.
  #stopOpen(lane: Lane, kind: BlockKind, complete: string | undefined): void {
    const { blockText, blockKey: key } = lane;
    const seen = blockText.whole;
    // Beyond the bound nobody can know what is missing.
    if (complete === undefined || complete === '' || complete === seen || blockText.isCut) {
      this.#end(lane, true);
      return;
    }
    const isBeginning = complete.startsWith(seen);
    this.#out.repair(`The agent's complete ${kind} differs from what it streamed`, {
      lane,
      seen,
      complete,
      how: isBeginning ? 'the missing end was added' : 'the complete text follows',
    });
    if (isBeginning) {
      this.add(lane, kind, complete.slice(seen.length), key);
      this.#end(lane, true);
    } else if (lane.isWholeBlock) {
      // No event of the block has come out yet.
      blockText.take();
      this.#grow(lane, complete);
      this.#end(lane, true);
    } else {
      this.#end(lane, true);
      this.#sayWhole(lane, kind, complete, key);
    }
  }

  // The block of this text is not open: it never was, or something else has closed it.
  #stopLate(lane: Lane, kind: BlockKind, complete: string, key: string | undefined): boolean {
    const closed = lane.findClosed(kind, key);
    if (closed === undefined) {
      return this.#sayWhole(lane, kind, complete, key);
    }
    if (closed.text === complete || closed.isCut) {
      if (key === undefined) {
        lane.forgetClosed(kind, key);
      } else {
        lane.rememberClosed(kind, key, { ...closed, isDone: true });
      }
      return true;
    }
    if (!closed.isDone) {
      this.#out.repair(`The agent's complete ${kind} comes after its end`, {
        lane,
        seen: closed.text,
        complete,
        how: 'the complete text follows',
      });
    }
    return this.#sayWhole(lane, kind, complete, key);
  }

  #sayWhole(lane: Lane, kind: BlockKind, text: string, key: string | undefined): boolean {
    const isSaid = this.add(lane, kind, text, key);
    if (isSaid) {
      this.#end(lane, true);
    }
    return isSaid;
  }

  #turnTo(lane: Lane, kind: BlockKind, key: string | undefined): boolean {
    if (lane.block === kind && lane.blockKey === undefined) {
      lane.blockKey = key;
      return true;
    }
    this.close(lane);
    if (!this.#subagents.admit(lane)) {
      return false;
    }
    lane.block = kind;
    lane.blockKey = key;
    lane.blockText.take();
    lane.isWholeBlock = !this.#fallback.isStreamed(kind === 'message' ? 'text' : 'thinking');
    if (!lane.isWholeBlock) {
      this.#start(lane, kind);
    }
    return true;
  }

  #start(lane: Lane, kind: BlockKind): void {
    this.#fallback.before(kind === 'message' ? 'text' : 'thinking');
    const { effort } = lane;
    this.#out.put(
      kind === 'message' ? { type: 'message_start' } : { type: 'thinking_start', ...given({ effort }) },
      lane,
    );
  }

  #end(lane: Lane, isDone: boolean): void {
    const { block: kind, blockKey: key } = lane;
    const { isCut } = lane.blockText;
    if (kind === undefined) {
      return;
    }
    const text = lane.blockText.take();
    const closed = { text, isDone, isCut };
    if (lane.isWholeBlock) {
      this.#start(lane, kind);
      this.#out.delta(kind, text, text, lane);
    }
    lane.block = undefined;
    lane.blockKey = undefined;
    if (isDone && key === undefined) {
      lane.forgetClosed(kind, key);
    } else {
      lane.rememberClosed(kind, key, closed);
    }
    if (kind === 'message') {
      lane.lastMessage = closed;
    }
    this.#out.put(
      kind === 'message' ? { type: 'message_stop', text } : { type: 'thinking_stop', thinking: text },
      lane,
    );
  }
}

/** Whether a piece with this key goes on with the open block of the lane. */
function isMoreOf(lane: Lane, kind: BlockKind, key: string | undefined): boolean {
  return lane.block === kind && (key === undefined || key === lane.blockKey);
}

// Some CLIs trim the words that they repeat.
function isSame(seen: string, words: string): boolean {
  return seen === words || seen.trim() === words.trim();
}
