/**
 * omp's subagents: the tool `task` dispatches them, they work in lanes of their own, and the main agent hears of them when they are done.
 */
import type { EventDraft } from '@agent-mux/core';
import { bareWords, type HiddenCall, type Lane, saidIn } from '../../pi-family/index.ts';
import {
  defined,
  idOf,
  isNative,
  listOf,
  NO_DRAFTS,
  numberOf,
  objectOf,
  parseJson,
  textBetween,
  textIn,
  textOf,
} from '../../shared/index.ts';
import type {
  NativeDispatchDetails,
  NativeLine,
  NativeProgress,
  NativeSubagent,
  NativeTask,
  NativeTaskResult,
  NativeToolInput,
} from '../shared/native.ts';

interface Subagent {
  readonly lane: Lane;
  /** Whether an ended subagent has failed; its report may still be to come. */
  hasFailed: boolean | undefined;
  isTold: boolean;
}

interface Dispatch {
  readonly input: NativeToolInput;
  readonly spawned: Set<string>;
}

const REPORT = /<task-result id="([^"<>]+)"([^<>]*)>/g;
const REPORT_END = '</task-result>';

export class Subagents {
  readonly #newLane: (name: string) => Lane;
  readonly #agents = new Map<string, Subagent>();
  readonly #dispatches = new Map<string, Dispatch>();

  constructor(newLane: (name: string) => Lane) {
    this.#newLane = newLane;
  }

  /** Whether one of them has not ended. */
  get areBusy(): boolean {
    for (const { hasFailed, isTold } of this.#agents.values()) {
      if (hasFailed === undefined && !isTold) {
        return true;
      }
    }
    return false;
  }

  get lanes(): ReadonlyMap<string, Lane> {
    return new Map([...this.#agents].map(([id, { lane }]) => [id, lane]));
  }

  /** Takes a dispatch, which the stream shows as subagents and not as a call. */
  dispatched(event: 'ready' | 'update' | 'end', call: HiddenCall): readonly EventDraft[] {
    const known = this.#dispatches.get(call.toolCallId);
    const dispatch: Dispatch = known ?? { input: objectOf(call.input) ?? {}, spawned: new Set() };
    this.#dispatches.set(call.toolCallId, dispatch);
    if (event === 'ready') {
      return NO_DRAFTS;
    }
    const result = objectOf<'content' | 'details'>(call.result);
    const details: NativeDispatchDetails = objectOf(result?.details) ?? {};
    const drafts = listOf(details.progress).flatMap((item) => this.#seen(objectOf(item) ?? {}, call.toolCallId));
    if (event === 'end') {
      drafts.push(...this.#results(details));
      // The result of a dispatch to an unknown kind of agent says so, and is no error (omp 18.2.3).
      const isNobody = listOf(details.progress).length === 0 && listOf(details.results).length === 0;
      if (dispatch.spawned.size === 0 && (call.isError || isNobody)) {
        drafts.push(...refused(call.toolCallId, dispatch, textIn(result?.content)));
      }
    }
    return drafts;
  }

  /** Takes `subagent_lifecycle`. */
  lifecycle({ payload }: NativeLine): readonly EventDraft[] {
    const native: NativeSubagent = objectOf(payload) ?? {};
    const id = idOf(native.id);
    if (id === undefined) {
      return NO_DRAFTS;
    }
    const spawned = this.#spawned(id, {
      agentName: textOf(native.agent),
      dispatchId: textOf(native.parentToolCallId),
      index: numberOf(native.index),
      isBackground: native.detached === true,
    });
    const agent = this.#agents.get(id);
    if (native.status !== 'started' && agent !== undefined) {
      agent.hasFailed ??= native.status !== 'completed';
    }
    return spawned;
  }

  /** Takes `subagent_event`: a line of the subagent's own. */
  event({ payload }: NativeLine): readonly EventDraft[] {
    const { id: nativeId, event }: NativeSubagent = objectOf(payload) ?? {};
    const agent = this.#agents.get(idOf(nativeId) ?? '');
    return agent === undefined || !isNative<keyof NativeLine>(event)
      ? NO_DRAFTS
      : (agent.lane.parse(event) ?? NO_DRAFTS);
  }

  /** Takes reports that were put into the conversation. */
  reported(text: string): readonly EventDraft[] {
    const reports = text.split(REPORT_END).slice(0, -1);
    return reports.flatMap((report) => {
      const head = [...report.matchAll(REPORT)].find(([, , fields]) => statusIn(fields) !== undefined);
      if (head === undefined) {
        return [];
      }
      const [whole, id = '', fields] = head;
      const body = report.slice(head.index + whole.length);
      const output = textBetween(body, '<output>', '</output>')?.replace(/^\n/, '').replace(/\n$/, '');
      return this.#ended(id, { isFailed: !statusIn(fields)?.startsWith('completed'), text: output ?? body.trim() });
    });
  }

  /** Records that the turn is over: a subagent that has ended without a report has none to give. */
  turnEnded(): readonly EventDraft[] {
    return [...this.#agents].flatMap(([id, { hasFailed, lane }]) =>
      hasFailed === undefined ? [] : this.#ended(id, { isFailed: hasFailed, text: lane.last?.text ?? '' }),
    );
  }

  #seen(native: NativeProgress, dispatchId: string): readonly EventDraft[] {
    const id = idOf(native.id);
    return id === undefined
      ? NO_DRAFTS
      : this.#spawned(id, {
          agentName: textOf(native.agent),
          dispatchId,
          index: numberOf(native.index),
          prompt: textOf(native.assignment),
          isBackground: true,
        });
  }

  #spawned(id: string, seen: Seen): readonly EventDraft[] {
    if (this.#agents.has(id)) {
      return NO_DRAFTS;
    }
    const dispatch = this.#dispatches.get(seen.dispatchId ?? '');
    const task: NativeTask = objectOf(listOf(dispatch?.input.tasks)[seen.index ?? 0]) ?? {};
    dispatch?.spawned.add(id);
    this.#agents.set(id, { lane: this.#newLane(id), hasFailed: undefined, isTold: false });
    const draft: EventDraft = {
      type: 'subagent_spawn',
      subagentId: id,
      ...named(seen.agentName ?? textOf(task.agent), textOf(task.task) ?? seen.prompt),
      ...(seen.isBackground ? { background: true } : {}),
    };
    return [draft];
  }

  /** Takes the results of a dispatch that the agent waited for. */
  #results({ results }: NativeDispatchDetails): readonly EventDraft[] {
    return listOf(results).flatMap((item) => {
      const { id, output, exitCode, error, aborted }: NativeTaskResult = objectOf(item) ?? {};
      const isFailed = aborted === true || (exitCode !== undefined && exitCode !== 0);
      return this.#ended(textOf(id) ?? '', {
        isFailed,
        text: (isFailed ? textOf(error) : undefined) ?? textOf(output) ?? '',
      });
    });
  }

  #ended(id: string, { isFailed, text }: { readonly isFailed: boolean; readonly text: string }): readonly EventDraft[] {
    const agent = this.#agents.get(id);
    if (agent === undefined || agent.isTold) {
      return NO_DRAFTS;
    }
    agent.isTold = true;
    agent.hasFailed ??= isFailed;
    return isFailed
      ? [{ type: 'subagent_error', subagentId: id, error: saidIn(bareWords(text)) }]
      : [{ type: 'subagent_result', subagentId: id, summary: ownWords(text) }];
  }
}

function statusIn(fields = ''): string | undefined {
  return textBetween(fields, 'status="', '"');
}

// A subagent of omp reports by a call with an object (18.2.3); where its only field is a text, that text is the report.
function ownWords(report: string): string {
  const [only, ...others] = Object.values(objectOf(parseJson(report)) ?? {});
  return others.length === 0 ? (textOf(only) ?? report) : report;
}

function named(
  agentName: string | undefined,
  prompt: string | undefined,
): { readonly agentName?: string; readonly prompt?: string } {
  return defined({ agentName, prompt });
}

/** Reports a dispatch that was refused before any subagent started. */
function refused(toolCallId: string, { input }: Dispatch, error: string): readonly EventDraft[] {
  const task: NativeTask = objectOf(listOf(input.tasks)[0]) ?? {};
  return [
    {
      type: 'subagent_spawn',
      subagentId: toolCallId,
      ...named(textOf(task.agent), textOf(task.task)),
    },
    { type: 'subagent_error', subagentId: toolCallId, error },
  ];
}

interface Seen {
  readonly agentName: string | undefined;
  readonly dispatchId: string | undefined;
  readonly index: number | undefined;
  readonly prompt?: string | undefined;
  readonly isBackground: boolean;
}
