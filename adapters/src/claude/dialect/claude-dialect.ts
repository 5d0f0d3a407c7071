/** Claude Code's stream-json, in both of its modes: one machine over the lines of all directions. */
import {
  type Dialect,
  type DialectState,
  type EventDraft,
  type ExitInfo,
  type InteractionResponse,
  type LineContext,
  type ModeContext,
  NOTHING,
  type Parsed,
  type PromptInput,
  type ResolvedOptions,
  type Writes,
} from '@agent-mux/core';
import { exitDrafts } from '../../shared/base-exit.ts';
import { isNative, listOf, objectOf, textOf } from '../../shared/native-value.ts';
import type { NativeBlock, NativeLine, NativeMessage, NativeRequest, NativeResponse } from '../native.ts';
import { Background } from './background.ts';
import { CompleteBlocks } from './complete-blocks.ts';
import { exitMeaning } from './exit-meaning.ts';
import { hooksFor, HookCallbacks } from './hook-callbacks.ts';
import { answerNotes, HostRequests } from './host-requests.ts';
import { Novelties } from './known-fields.ts';
import { debug, laned, say, sayAll } from './parsed.ts';
import { promptLine, Prompts } from './prompts.ts';
import { Questions } from './questions.ts';
import { SessionOpening } from './session-opening.ts';
import { StreamEvents } from './stream-events.ts';
import { Subagents } from './subagents.ts';
import { SystemLines } from './system-lines.ts';
import { imagesIn, ToolResults } from './tool-results.ts';
import { Tools } from './tools.ts';
import { Turns } from './turns.ts';
import { Usage } from './usage.ts';

const NO_WRITES: Writes = Object.freeze({ write: Object.freeze([]) });

export type ClaudeMode = 'bidi' | 'oneshot';

export function createClaudeDialect(mode: ClaudeMode, options: ResolvedOptions, context: ModeContext): Dialect {
  return new ClaudeDialect(mode, options, context);
}
