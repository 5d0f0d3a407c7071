/** The parts of one conversation, wired together. */
import { RpcPeer } from '../../shared/index.ts';
import { Items } from '../shared/tools.ts';
import { Notifications } from './lines.ts';
import { MainThread } from './main-thread.ts';
import { SessionOpening } from './opening.ts';
import { Asked } from './questions.ts';
import { Turns } from './turns.ts';
import { TokenUsage } from './usage.ts';

export interface PartsHooks {
  /** Called with each message that goes to the CLI. */
  readonly reply: (message: string) => void;
  /** Called when a turn of the main thread has begun. */
  readonly onTurn: (turnId: string) => void;
}

export class Parts {
  readonly peer: RpcPeer = new RpcPeer();
  readonly main: MainThread = new MainThread();
  readonly items: Items = new Items();
  readonly usage: TokenUsage = new TokenUsage();
  readonly opening: SessionOpening;
  readonly turns: Turns;
  readonly asked: Asked;
  readonly notifications: Notifications;

  constructor({ reply, onTurn }: PartsHooks) {
    const { peer, main, items, usage } = this;
    const opening = new SessionOpening(main, usage);
    const turns: Turns = new Turns({
      main,
      items,
      usage,
      asked: () => this.asked,
      adopt: (threadId) => opening.adopt(threadId),
      onTurn,
    });
    const asked = new Asked({
      peer,
      calls: items.calls,
      laneOf: (threadId) => turns.laneOf(threadId),
      askedAbout: (lane, id, isBare) => turns.askedAbout(lane, id, isBare),
      reply,
    });
    this.opening = opening;
    this.turns = turns;
    this.asked = asked;
    this.notifications = new Notifications({ main, opening, turns, items, usage, asked });
  }

  /** Whether the CLI has something to do or to say. */
  get isBusy(): boolean {
    const { main, items, asked, peer } = this;
    return (
      main.isOpen ||
      main.isPromised ||
      asked.questions.pending.size > 0 ||
      asked.hostTools.size > 0 ||
      items.subagents.areWorking ||
      peer.isAwaited('turn/start') ||
      peer.isAwaited('turn/steer')
    );
  }
}
