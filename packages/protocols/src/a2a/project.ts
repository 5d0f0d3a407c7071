/** The journal as the events of an A2A stream. */
import type { JournalEntry } from '@agent-mux/events/journal';
import { demandOptions, FLAG, oneOf } from '../given.ts';
import { type LooopyState, looopy } from '../looopy/index.ts';
import { find, isTreeEntry, type Model, type SourceEntry } from '../model/index.ts';
import type { Projection } from '../projection.ts';
import {
  type A2aEvent,
  type A2aLegacyEvent,
  type A2aVersion,
  createMapping,
  type LooopyEvent,
  type Mapping,
  type MappingState,
  mapEvent,
  toLegacy,
} from '../tasks/index.ts';

const OPTIONS = { version: oneOf('1.0', '0.3'), forwardSubtasks: FLAG, extension: FLAG };

export interface A2aOptions {
  /** The version of A2A. @defaultValue '1.0' */
  readonly version?: A2aVersion;
  /** Whether child runs and subagents are tasks of their own in the stream. @defaultValue false */
  readonly forwardSubtasks?: boolean;
  /** Whether events that A2A has no word for, such as calls and thoughts, come as metadata of a status. @defaultValue false */
  readonly extension?: boolean;
}

export interface A2aProjectionState {
  readonly looopy: LooopyState;
  readonly mapping: MappingState;
}

/** A run as Looopy's tasks: each prompt is one. Its text is an artifact for each message, and its result the message of its last status. */
export function a2a(options?: A2aOptions & { readonly version?: '1.0' }): Projection<A2aEvent, A2aProjectionState>;
export function a2a(options: A2aOptions & { readonly version: '0.3' }): Projection<A2aLegacyEvent, A2aProjectionState>;
export function a2a(options: A2aOptions): Projection<A2aEvent | A2aLegacyEvent, A2aProjectionState>;
export function a2a(options: A2aOptions = {}): Projection<A2aEvent | A2aLegacyEvent, A2aProjectionState> {
  demandOptions('a2a()', options, OPTIONS);
  const { version = '1.0', forwardSubtasks = false, extension = false } = options;
  const tasks = looopy({ forwardSubtasks });
  const map = (
    state: A2aProjectionState,
    emit: (event: A2aEvent | A2aLegacyEvent) => void,
    prompt?: string,
  ): ((event: LooopyEvent) => void) => {
    const mapping: Mapping = {
      state: state.mapping,
      options: { extension },
      prompt,
      emit: version === '1.0' ? emit : (event) => emit(toLegacy(event)),
    };
    return (event) => mapEvent(mapping, event);
  };
  // The values of the last step are kept, because a fold is given one state and one listener for thousands of deltas.
  let last: { readonly state: unknown; readonly emit: unknown; readonly map: (event: LooopyEvent) => void } | undefined;
  return {
    init: () => ({ looopy: tasks.init(), mapping: createMapping() }),
    step(state, source, emit) {
      const prompt = promptOf(state.looopy.model, source);
      if (prompt !== undefined) {
        tasks.step(state.looopy, source, map(state, emit, prompt));
        return;
      }
      if (last?.state !== state || last.emit !== emit) {
        last = { state, emit, map: map(state, emit) };
      }
      tasks.step(state.looopy, source, last.map);
    },
    end(state, emit) {
      tasks.end(state.looopy, map(state, emit));
    },
  };
}

/** The prompt with which the entry begins a task, before the model has heard it; undefined where it is no prompt. */
function promptOf(model: Model, source: SourceEntry): string | undefined {
  const given: unknown = source;
  // The model refuses a value that is no entry, with its place.
  if (typeof given !== 'object' || given === null || 'type' in given) {
    return undefined;
  }
  const entry: JournalEntry | undefined = isTreeEntry(source) ? source.entry : source;
  if (entry === null || typeof entry !== 'object' || !('entry' in entry)) {
    return undefined;
  }
  if (entry.entry === 'input' && entry.input === 'prompt') {
    return entry.text;
  }
  if (entry.entry !== 'delivered') {
    return undefined;
  }
  return find(find(model.runs, entry.runId)?.prompts ?? {}, entry.id)?.text;
}
