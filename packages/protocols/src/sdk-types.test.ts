/** Our types of other systems compared with those of their own SDKs, in both directions, by the compiler. */
import type {
  Artifact,
  CancelTaskRequest,
  Message,
  Part,
  StreamResponse,
  Task,
  TaskArtifactUpdateEvent,
  TaskState,
  TaskStatus,
  TaskStatusUpdateEvent,
} from '@a2a-js/sdk';
import type { AGUIEvent, Interrupt, ResumeEntry, RunAgentInput, RunFinishedOutcome, TokenUsage } from '@ag-ui/core';
import type { ChatInit, UIMessage, UIMessageChunk } from 'ai';
import { describe, expectTypeOf, it } from 'vitest';
import type {
  A2aArtifact,
  A2aEvent,
  A2aInboundMessage,
  A2aMessage,
  A2aPart,
  A2aStatus,
  cancelTask,
} from './a2a/index.ts';
import type {
  AguiEvent,
  AguiInterrupt,
  AguiOutcome,
  AguiResumeEntry,
  AguiRunInput,
  AguiTokenUsage,
} from './ag-ui/index.ts';
import type { isAnswered, UiInboundMessage, UiMessageChunk } from './ui-messages/index.ts';

/** The type without `readonly`, which their types do not have. */
type Mutable<T> = T extends unknown ? { -readonly [K in keyof T]: Mutable<T[K]> } : never;
/** The type with the name of each type, in place of the member of their enum. */
type Named<T> = T extends { readonly type: infer N extends string }
  ? Omit<T, 'type'> & { readonly type: `${N}` }
  : never;
/** The names of the fields of all members. */
type KeysOf<T> = T extends unknown ? keyof T : never;
/** The members of one type. */
type Of<T, N> = Extract<T, { readonly type: N }>;

type Theirs = Named<AGUIEvent>;
/** The types for which our events differ from theirs. */
type NotTheirs = {
  [N in AguiEvent['type']]: Mutable<Of<AguiEvent, N>> extends Of<Theirs, N> ? never : N;
}[AguiEvent['type']];
type NotOurs = { [N in AguiEvent['type']]: Of<Theirs, N> extends Of<AguiEvent, N> ? never : N }[AguiEvent['type']];

describe('AG-UI', () => {
  it('U-28: has our events, and we have its events', () => {
    // We never tell this one, so its messages are read as they are.
    expectTypeOf<NotTheirs>().toEqualTypeOf<'MESSAGES_SNAPSHOT'>();
    // We tell less than theirs may contain: a prompt is the one message of its input, and a result is a text.
    expectTypeOf<NotOurs>().toEqualTypeOf<'RUN_STARTED' | 'TOOL_CALL_RESULT'>();
  });

  it('U-28: has our interrupts, answers, outcomes and usage', () => {
    expectTypeOf<Mutable<AguiInterrupt>>().toExtend<Interrupt>();
    expectTypeOf<Interrupt>().toExtend<AguiInterrupt>();
    expectTypeOf<Mutable<AguiResumeEntry>>().toExtend<ResumeEntry>();
    expectTypeOf<ResumeEntry>().toExtend<AguiResumeEntry>();
    expectTypeOf<Mutable<AguiOutcome>>().toExtend<RunFinishedOutcome>();
    expectTypeOf<RunFinishedOutcome>().toExtend<AguiOutcome>();
    expectTypeOf<Mutable<AguiTokenUsage>>().toExtend<TokenUsage>();
    expectTypeOf<TokenUsage>().toExtend<AguiTokenUsage>();
    expectTypeOf<Mutable<AguiRunInput>>().toExtend<RunAgentInput>();
  });
});

describe('the AI SDK', () => {
  it('V-27: has our chunks, and we have its chunks', () => {
    expectTypeOf<Mutable<UiMessageChunk>>().toExtend<UIMessageChunk>();
    expectTypeOf<UIMessageChunk>().toExtend<UiMessageChunk>();
  });

  it('V-27: posts messages that we take, and asks us when to send', () => {
    expectTypeOf<UIMessage>().toExtend<UiInboundMessage>();
    expectTypeOf<typeof isAnswered>().toExtend<NonNullable<ChatInit<UIMessage>['sendAutomaticallyWhen']>>();
  });
});

describe('A2A', () => {
  it('P-22: has our states, and one that says that nobody knows', () => {
    type Known = Exclude<keyof typeof TaskState, 'TASK_STATE_UNSPECIFIED' | 'UNRECOGNIZED'>;
    expectTypeOf<A2aStatus['state']>().toEqualTypeOf<Known>();
  });

  // Its types are those of its objects, not of its JSON, but the names of their fields are the same.
  it('P-22: has the fields that we tell', () => {
    type Payload = NonNullable<StreamResponse['payload']>['$case'];
    type Content = NonNullable<Part['content']>['$case'];
    type OfPayload<N extends KeysOf<A2aEvent>> = A2aEvent extends infer E
      ? E extends Record<N, infer P>
        ? P
        : never
      : never;
    expectTypeOf<KeysOf<A2aEvent>>().toEqualTypeOf<Exclude<Payload, 'message'>>();
    expectTypeOf<keyof OfPayload<'task'>>().toExtend<keyof Task>();
    expectTypeOf<keyof OfPayload<'statusUpdate'>>().toExtend<keyof TaskStatusUpdateEvent>();
    expectTypeOf<keyof OfPayload<'artifactUpdate'>>().toExtend<keyof TaskArtifactUpdateEvent>();
    expectTypeOf<keyof A2aStatus>().toEqualTypeOf<keyof TaskStatus>();
    expectTypeOf<keyof A2aArtifact>().toExtend<keyof Artifact>();
    expectTypeOf<keyof A2aMessage>().toExtend<keyof Message>();
    expectTypeOf<keyof A2aPart>().toEqualTypeOf<Content | Exclude<keyof Part, 'content' | 'metadata'>>();
  });

  it('P-22: sends messages and cancellations that we take', () => {
    expectTypeOf<Message>().toExtend<A2aInboundMessage>();
    expectTypeOf<CancelTaskRequest>().toExtend<Parameters<typeof cancelTask>[1]>();
  });
});
