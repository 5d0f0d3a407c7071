/** One line of activity: the main agent's, or a subagent's own, and the block that is open in it. */
import { GrowingText } from './growing-text.ts';

export type BlockKind = 'message' | 'thinking';

/** The text of a block that is no longer open. */
export interface ClosedBlock {
  readonly text: string;
  /** Whether the agent itself ended it; otherwise we did, and more of it may come. */
  readonly isDone: boolean;
  /** Whether only a part of it is kept, so that nobody can know whether a complete text is the same. */
  readonly isCut: boolean;
}

// A late complete text is compared with what was streamed; older blocks than these are no longer expected to get one.
const MAX_CLOSED_BLOCKS = 64;
/** The length of all but the last together, since a few long answers must not be kept until there are many. */
const MAX_CLOSED_LENGTH = 2 * 1024 * 1024;

export class Lane {
  /** The lane is the main one, or that of a subagent that lives, that has ended, or that nobody has announced. */
  state: 'main' | 'living' | 'ended' | 'unknown';
  /** The subagentId that the stream shows; undefined for the main lane. */
  readonly id: string | undefined;
  /** The name of the agent; undefined where nobody has given one. */
  agentName: string | undefined = undefined;
  /** Whether the subagent outlives the turn that spawned it. */
  isBackground = false;
  /** The lane that spawned it. */
  parent: Lane | undefined;

  block: BlockKind | undefined = undefined;
  blockKey: string | undefined = undefined;
  readonly blockText: GrowingText;
  /** Whether the block comes out when it is over, not as it grows. */
  isWholeBlock = false;
  /** The last message of the open turn that is over. */
  lastMessage: ClosedBlock | undefined = undefined;
  effort: string | undefined = undefined;
  /** Whether a call in this lane has succeeded. */
  hasSucceeded = false;
  readonly #closed = new Map<string, ClosedBlock>();
  /** Those that were closed when the last turn was over. */
  #earlier: readonly (readonly [name: string, block: ClosedBlock])[] = [];

  /** Creates the main lane where no id and no parent is given, and otherwise one that is not announced yet. */
  constructor(maxTextBytes: number | undefined, id?: string, parent?: Lane) {
    this.state = id === undefined ? 'main' : 'unknown';
    this.id = id;
    this.parent = parent;
    this.blockText = new GrowingText(maxTextBytes);
  }

  findClosed(kind: BlockKind, key: string | undefined): ClosedBlock | undefined {
    return this.#closed.get(closedKey(kind, key));
  }

  rememberClosed(kind: BlockKind, key: string | undefined, block: ClosedBlock): void {
    const name = closedKey(kind, key);
    this.#closed.delete(name);
    this.#closed.set(name, block);
    if (this.#closed.size > MAX_CLOSED_BLOCKS) {
      const [oldest] = this.#closed.keys();
      this.#closed.delete(oldest ?? name);
    }
    this.#cutOlder(name);
  }

  #cutOlder(newest: string): void {
    let length = 0;
    for (const [name, block] of [...this.#closed].reverse()) {
      length += name === newest ? 0 : block.text.length;
      if (length > MAX_CLOSED_LENGTH && block.text !== '') {
        this.#closed.set(name, { ...block, text: '', isCut: true });
      }
    }
  }

  forgetClosed(kind: BlockKind, key: string | undefined): void {
    this.#closed.delete(closedKey(kind, key));
  }

  forgetAllClosed(): void {
    this.#closed.clear();
  }

  turnEnded(): void {
    this.#earlier = [...this.#closed];
  }

  /** Forgets the blocks of the turns that are over, but not those that were closed since. */
  forgetEarlier(): void {
    for (const [name, block] of this.#earlier) {
      if (this.#closed.get(name) === block) {
        this.#closed.delete(name);
      }
    }
    this.#earlier = [];
  }
}

function closedKey(kind: BlockKind, key: string | undefined): string {
  return key === undefined ? kind : `${kind}:${key}`;
}
