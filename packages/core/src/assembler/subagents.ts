/** The living subagents: lanes by native id, each spawned once and ended once. */
import { given } from '../given.ts';
import type { DraftOf } from './contract.ts';
import { Lane } from './lane.ts';
import type { Output } from './output.ts';
import { UniqueIds } from './unique-ids.ts';

export class Subagents {
  readonly main: Lane;
  /** The lanes that have not ended, in the order of their appearance. */
  readonly active: Set<Lane> = new Set();
  readonly #out: Output;
  readonly #byNativeId = new Map<string, Lane>();
  readonly #ids = new UniqueIds();

  constructor(out: Output) {
    this.#out = out;
    this.main = new Lane(out.maxTextBytes);
  }

  /**
   * Returns the lane with this native id; one that nobody has announced is created, and the stream does not show it.
   */
  lane(nativeId: string | undefined): Lane {
    if (nativeId === undefined) {
      return this.main;
    }
    return this.#byNativeId.get(nativeId) ?? this.#add(nativeId);
  }

  spawn(draft: DraftOf<'subagent_spawn'>): void {
    const known = this.#byNativeId.get(draft.subagentId);
    if (known?.state === 'living') {
      known.isBackground ||= draft.background ?? false;
      return;
    }
    const lane = known === undefined || known.state === 'ended' ? this.#add(draft.subagentId) : known;
    lane.isBackground = draft.background ?? false;
    lane.agentName = draft.agentName;
    const parent = draft.lane === undefined ? this.main : this.#byNativeId.get(draft.lane);
    // A subagent that outlives its parent cannot be in the parent's lane; nor can one whose parent is not in the
    // stream.
    const isOfParent = parent?.state === 'living' && !lane.isBackground;
    this.#announce(lane, draft.prompt, isOfParent ? parent : this.main);
  }

  /** Whether something new may begin in this lane. Announces a subagent whose beginning was lost. */
  admit(lane: Lane): boolean {
    if (lane.state === 'unknown' && !this.#out.isHidden(lane)) {
      this.#announce(lane, undefined, this.main);
    }
    return lane.state !== 'ended';
  }

  /** Returns the subagent with this native id; undefined if nobody announced it. */
  find(nativeId: string): Lane | undefined {
    const lane = this.#byNativeId.get(nativeId);
    return lane === undefined || lane.state === 'unknown' ? undefined : lane;
  }

  /** Ends a lane, in which nothing more can happen. */
  remove(lane: Lane): void {
    this.active.delete(lane);
    lane.state = 'ended';
  }

  #add(nativeId: string): Lane {
    const lane = new Lane(this.#out.maxTextBytes, this.#ids.make(nativeId), this.main);
    this.#byNativeId.set(nativeId, lane);
    this.active.add(lane);
    return lane;
  }

  #announce(lane: Lane, prompt: string | undefined, parent: Lane): void {
    lane.state = 'living';
    lane.parent = parent;
    this.#out.put({ type: 'subagent_spawn', ...nameOf(lane), ...given({ prompt }) }, parent);
  }
}

/** The id of a lane, and its name where it is known. */
export function nameOf({ id, agentName }: Lane): { readonly subagentId: string; readonly agentName?: string } {
  return { subagentId: id ?? '', ...given({ agentName }) };
}
