/** What Looopy and A2A share: their events, the A2A events that those of Looopy become, and the open tasks. */
export {
  A2A_EXTENSION,
  A2A_TERMINAL,
  type A2aArtifact,
  type A2aEvent,
  type A2aLegacyEvent,
  type A2aLegacyMessage,
  type A2aLegacyPart,
  type A2aLegacyStatus,
  type A2aMessage,
  type A2aMetadata,
  type A2aPart,
  type A2aState,
  type A2aStatus,
  type A2aVersion,
} from './a2a-events.ts';
export { createMapping, type Mapping, type MappingState, mapEvent } from './from-looopy.ts';
export { toLegacy } from './legacy.ts';
export {
  type AnyEvent,
  type ContextEvent,
  type FieldKind,
  type InputType,
  LOOOPY_FIELDS,
  type LooopyEvent,
  type LooopyKind,
  type Metadata,
  type TaskStatus,
  type ThoughtType,
  type Verbosity,
} from './looopy-events.ts';
export { demandOpenTask } from './open-task.ts';
