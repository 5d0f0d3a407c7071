/** Looopy's events as those of A2A, for agents of other systems. */
import {
  type A2aEvent,
  type A2aLegacyEvent,
  createMapping,
  type LooopyEvent,
  mapEvent,
  toLegacy,
} from '../tasks/index.ts';

export interface ToA2aOptions {
  /** The version of A2A. @defaultValue '1.0' */
  readonly version?: '1.0' | '0.3';
}

/**
 * Creates a function that takes the events of one stream in order, and gives the A2A events of each, of which there may be none. Internal
 * events give none, and Looopy does not tell the prompt: `a2a()` of `@agent-mux/protocols/a2a` reads it from the journal.
 */
export function toA2a(options?: { readonly version?: '1.0' }): (event: LooopyEvent) => A2aEvent[];
export function toA2a(options: { readonly version: '0.3' }): (event: LooopyEvent) => A2aLegacyEvent[];
export function toA2a({ version = '1.0' }: ToA2aOptions = {}): (event: LooopyEvent) => (A2aEvent | A2aLegacyEvent)[] {
  const state = createMapping();
  return (event) => {
    const told: (A2aEvent | A2aLegacyEvent)[] = [];
    const emit = (made: A2aEvent): void => {
      told.push(version === '1.0' ? made : toLegacy(made));
    };
    mapEvent({ state, options: {}, emit }, event);
    return told;
  };
}
