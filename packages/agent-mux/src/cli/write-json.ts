/** Writes a run as JSON lines: each event, then the result. */
import { encodeEvent } from '@agent-mux/events';
import type { Presenter } from './render-human.ts';
import type { Sink } from './sink.ts';

export interface JsonOptions {
  readonly out: Sink;
  /** Whether each delta comes with its accumulated text. */
  readonly isFull: boolean;
}

export function createJsonPresenter({ out, isFull }: JsonOptions): Presenter {
  return {
    event: (event) => out.write(`${encodeEvent(event, { accumulated: isFull })}\n`),
    result({ events: _, ...result }) {
      return out.write(`${JSON.stringify({ type: 'run_result', ...result })}\n`);
    },
  };
}
