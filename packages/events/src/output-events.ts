/** What the agent says, thinks and shows. */
import type { BaseEvent } from './base-event.ts';

// Text
export interface MessageStartEvent extends BaseEvent {
  readonly type: 'message_start';
}
export interface TextDeltaEvent extends BaseEvent {
  readonly type: 'text_delta';
  /** The new fragment; never empty. */
  readonly delta: string;
  /** The message up to and with this delta. A getter: left out by JSON and spread, rebuilt by the wire codec. */
  readonly accumulated: string;
}
export interface MessageStopEvent extends BaseEvent {
  readonly type: 'message_stop';
  readonly text: string;
}

// Thinking
export interface ThinkingStartEvent extends BaseEvent {
  readonly type: 'thinking_start';
  readonly effort?: string;
}
export interface ThinkingDeltaEvent extends BaseEvent {
  readonly type: 'thinking_delta';
  readonly delta: string;
  /** As in `text_delta`. */
  readonly accumulated: string;
}
export interface ThinkingStopEvent extends BaseEvent {
  readonly type: 'thinking_stop';
  readonly thinking: string;
}

// Multimodal
/** Has `base64`, `filePath` or both. */
export interface ImageOutputEvent extends BaseEvent {
  readonly type: 'image_output';
  readonly mimeType: string;
  readonly base64?: string;
  readonly filePath?: string;
  readonly toolCallId?: string;
}
export interface ImageInputAckEvent extends BaseEvent {
  readonly type: 'image_input_ack';
  readonly mimeType: string;
}
