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
  /** The message up to and with this delta. It is a getter, which JSON and spread leave out and the wire codec rebuilds. */
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
  /** The block up to and with this delta, a getter as in `text_delta`. */
  readonly accumulated: string;
}
export interface ThinkingStopEvent extends BaseEvent {
  readonly type: 'thinking_stop';
  readonly thinking: string;
}

// Multimodal
/** An image that the agent shows. It has `base64`, `filePath` or both. */
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
