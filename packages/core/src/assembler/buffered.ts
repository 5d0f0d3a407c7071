/**
 * The streaming mode `false`: output waits for the end of its step, or else of its turn, and comes out ordered and
 * whole; everything else passes at once.
 */
import { familyOf } from './families.ts';
import type { BlockKind } from './lane.ts';
import type { Body, Sink } from './stamp.ts';

interface Item {
  readonly release: (next: Sink) => void;
  /** The subagent that begins with this item. */
  readonly spawns?: string;
}

/** The buffered items of one lane. */
class LaneBuffer {
  thinking: Item[] = [];
  messages: Item[] = [];
  tools: Item[] = [];

  take(): Item[] {
    const items = [...this.thinking, ...this.messages, ...this.tools];
    this.thinking = [];
    this.messages = [];
    this.tools = [];
    return items;
  }
}

export class Buffered implements Sink {
  readonly #next: Sink;
  readonly #lanes = new Map<string | undefined, LaneBuffer>();
  /** The buffered beginning of each subagent, and the lane that it is in. */
  readonly #spawns = new Map<string, { readonly item: Item; readonly lane: string | undefined }>();
  /** The subagents that the consumer has heard of. */
  readonly #named = new Set<string>();
  /** The start of the open block of each lane. */
  readonly #starts = new Map<string | undefined, Item>();

  constructor(next: Sink) {
    this.#next = next;
  }

  put(body: Body, lane: string | undefined, raw: string | undefined): void {
    const item: Item = { release: (next) => next.put(body, lane, raw) };
    switch (body.type) {
      case 'thinking_start':
      case 'message_start':
        this.#starts.set(lane, item);
        break;
      case 'thinking_stop':
        this.#bufferOf(lane).thinking.push(this.#start(lane), ofText('thinking', body.thinking, lane, raw), item);
        break;
      case 'message_stop':
        this.#bufferOf(lane).messages.push(this.#start(lane), ofText('message', body.text, lane, raw), item);
        break;
      case 'subagent_spawn': {
        const spawn: Item = { ...item, spawns: body.subagentId };
        this.#spawns.set(body.subagentId, { item: spawn, lane });
        this.#bufferOf(lane).tools.push(spawn);
        if (this.#named.has(body.subagentId)) {
          this.#releaseSpawn(body.subagentId);
        }
        break;
      }
      case 'subagent_result':
      case 'subagent_error':
        this.#bufferOf(lane).tools.push(...this.#takeAll(body.subagentId), item);
        break;
      case 'step_start':
      case 'step_end':
      case 'turn_end':
        this.#release(this.#bufferOf(undefined).take());
        this.#next.put(body, lane, raw);
        break;
      case 'debug':
      case 'log':
        this.#next.put(body, lane, raw);
        break;
      default:
        if (familyOf(body.type).buffer === 'tool') {
          this.#bufferOf(lane).tools.push(item);
        } else {
          this.#name(lane);
          this.#next.put(body, lane, raw);
        }
    }
  }

  delta(): void {
    // The end of the block brings the whole text.
  }

  input(): void {
    // The call comes with its whole input.
  }

  #start(lane: string | undefined): Item {
    return this.#starts.get(lane) ?? { release: () => {} };
  }

  #bufferOf(lane: string | undefined): LaneBuffer {
    const known = this.#lanes.get(lane);
    if (known !== undefined) {
      return known;
    }
    const buffer = new LaneBuffer();
    this.#lanes.set(lane, buffer);
    return buffer;
  }

  // Whatever a subagent did comes before its end. Nothing of it needs to come out ahead any more, because its life is
  // over.
  #takeAll(subagentId: string): Item[] {
    const items = this.#bufferOf(subagentId).take();
    this.#lanes.delete(subagentId);
    this.#spawns.delete(subagentId);
    return items;
  }

  #release(items: readonly Item[]): void {
    for (const item of items) {
      if (item.spawns !== undefined) {
        this.#spawns.delete(item.spawns);
      }
      item.release(this.#next);
    }
  }

  // A question of a subagent cannot wait, and the consumer must hear of the subagent first.
  #name(lane: string | undefined): void {
    if (lane !== undefined) {
      this.#named.add(lane);
      this.#releaseSpawn(lane);
    }
  }

  #releaseSpawn(subagentId: string | undefined): void {
    const spawn = subagentId === undefined ? undefined : this.#spawns.get(subagentId);
    if (spawn !== undefined) {
      this.#releaseSpawn(spawn.lane);
      const buffer = this.#bufferOf(spawn.lane);
      buffer.tools = buffer.tools.filter((item) => item !== spawn.item);
      this.#release([spawn.item]);
    }
  }
}

function ofText(kind: BlockKind, whole: string, lane: string | undefined, raw: string | undefined): Item {
  return { release: (next) => next.delta(kind, whole, whole, lane, raw) };
}
