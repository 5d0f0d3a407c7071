/** Our requests to Claude Code: their ids, and what the answers mean. */
import type { EventDraft } from '@agent-mux/core';
import { debug, objectOf, textOf } from '../../shared/index.ts';
import type { NativeLine, NativeResponse } from './native.ts';

const PREFIX = 'amux-';

export class HostRequests {
  #next = 1;
  readonly #open = new Map<string, string>();

  /** Makes a request line. Its id is free: ids continue after those that were seen, whoever wrote them. */
  line(request: { readonly subtype: string } & Readonly<Record<string, unknown>>): string {
    return JSON.stringify({ type: 'control_request', request_id: `${PREFIX}${this.#next}`, request });
  }

  /** Takes a request on its way to the CLI, ours or that of a recording's client. */
  written(line: NativeLine): void {
    const id = textOf(line.request_id) ?? '';
    const number = id.startsWith(PREFIX) ? Number(id.slice(PREFIX.length)) : Number.NaN;
    if (Number.isInteger(number) && number >= this.#next) {
      this.#next = number + 1;
    }
    this.#open.set(id, textOf(objectOf<'subtype'>(line.request)?.subtype) ?? '');
  }

  /** The kind of request that this answers; undefined where it is none of ours, since the CLI may repeat our own answers. */
  answered(response: NativeResponse): string | undefined {
    const id = textOf(response.request_id) ?? '';
    const subtype = this.#open.get(id);
    this.#open.delete(id);
    return subtype;
  }
}

/** The events that the answer to a request gives. */
export function answerNotes(
  subtype: string,
  { subtype: kind, error, response }: NativeResponse,
): readonly EventDraft[] {
  if (kind === 'error') {
    return [debug('warn', `Claude Code refused "${subtype}": ${textOf(error) ?? 'no reason given'}`)];
  }
  if (subtype === 'rewind_files' || subtype === 'set_model' || subtype === 'set_permission_mode') {
    return [debug('info', `Claude Code did "${subtype}": ${JSON.stringify(response ?? {})}`)];
  }
  return [];
}
