/**
 * The AgentEvent union: 67 event types in 18 categories, the same for every agent.
 *
 * The order within a run is `session_start`, turns (each `turn_start` … `turn_end`), at most one terminal event, `session_end`;
 * `debug` and `log` may come anywhere. `./check` checks the whole contract.
 */
import type {
  AgentdocReadEvent,
  PluginErrorEvent,
  PluginInvokedEvent,
  PluginLoadedEvent,
  SkillInvokedEvent,
  SkillLoadedEvent,
  SubagentErrorEvent,
  SubagentResultEvent,
  SubagentSpawnEvent,
} from './extension-events.ts';
import type {
  ImageInputAckEvent,
  ImageOutputEvent,
  MessageStartEvent,
  MessageStopEvent,
  TextDeltaEvent,
  ThinkingDeltaEvent,
  ThinkingStartEvent,
  ThinkingStopEvent,
} from './output-events.ts';
import type {
  AbortedEvent,
  ApprovalDeniedEvent,
  ApprovalGrantedEvent,
  ApprovalRequestEvent,
  AuthErrorEvent,
  ContextCompactedEvent,
  ContextExceededEvent,
  ContextLimitWarningEvent,
  CostEvent,
  CrashEvent,
  DebugEvent,
  ErrorEvent,
  InputRequiredEvent,
  InterruptedEvent,
  LogEvent,
  PausedEvent,
  RateLimitErrorEvent,
  RateLimitedEvent,
  ResumedEvent,
  RetryEvent,
  StreamFallbackEvent,
  TimeoutEvent,
  TokenUsageEvent,
  TurnLimitEvent,
} from './run-events.ts';
import type {
  SessionCheckpointEvent,
  SessionEndEvent,
  SessionForkEvent,
  SessionResumeEvent,
  SessionStartEvent,
  StepEndEvent,
  StepStartEvent,
  TurnEndEvent,
  TurnStartEvent,
} from './session-events.ts';
import type {
  FileCreateEvent,
  FileDeleteEvent,
  FilePatchEvent,
  FileReadEvent,
  FileWriteEvent,
  McpToolCallStartEvent,
  McpToolErrorEvent,
  McpToolResultEvent,
  ShellExitEvent,
  ShellStartEvent,
  ShellStderrDeltaEvent,
  ShellStdoutDeltaEvent,
  ToolCallReadyEvent,
  ToolCallStartEvent,
  ToolErrorEvent,
  ToolInputDeltaEvent,
  ToolResultEvent,
} from './tool-events.ts';

export type * from './base-event.ts';
export type * from './extension-events.ts';
export type * from './output-events.ts';
export type * from './run-events.ts';
export type * from './session-events.ts';
export type * from './tool-events.ts';
export type * from './tool-kinds.ts';

export type AgentEvent =
  // Session (5)
  | SessionStartEvent
  | SessionResumeEvent
  | SessionForkEvent
  | SessionCheckpointEvent
  | SessionEndEvent
  // Turn and step (4)
  | TurnStartEvent
  | TurnEndEvent
  | StepStartEvent
  | StepEndEvent
  // Text (3)
  | MessageStartEvent
  | TextDeltaEvent
  | MessageStopEvent
  // Thinking (3)
  | ThinkingStartEvent
  | ThinkingDeltaEvent
  | ThinkingStopEvent
  // Tool (5)
  | ToolCallStartEvent
  | ToolInputDeltaEvent
  | ToolCallReadyEvent
  | ToolResultEvent
  | ToolErrorEvent
  // File (5)
  | FileReadEvent
  | FileWriteEvent
  | FileCreateEvent
  | FileDeleteEvent
  | FilePatchEvent
  // Shell (4)
  | ShellStartEvent
  | ShellStdoutDeltaEvent
  | ShellStderrDeltaEvent
  | ShellExitEvent
  // MCP (3)
  | McpToolCallStartEvent
  | McpToolResultEvent
  | McpToolErrorEvent
  // Subagent (3)
  | SubagentSpawnEvent
  | SubagentResultEvent
  | SubagentErrorEvent
  // Plugin (3)
  | PluginLoadedEvent
  | PluginInvokedEvent
  | PluginErrorEvent
  // Skill and agent doc (3)
  | SkillLoadedEvent
  | SkillInvokedEvent
  | AgentdocReadEvent
  // Multimodal (2)
  | ImageOutputEvent
  | ImageInputAckEvent
  // Cost (2)
  | CostEvent
  | TokenUsageEvent
  // Interaction (4)
  | InputRequiredEvent
  | ApprovalRequestEvent
  | ApprovalGrantedEvent
  | ApprovalDeniedEvent
  // Rate and context limits (4)
  | RateLimitedEvent
  | ContextLimitWarningEvent
  | ContextCompactedEvent
  | RetryEvent
  // Run control (7)
  | InterruptedEvent
  | AbortedEvent
  | PausedEvent
  | ResumedEvent
  | TimeoutEvent
  | TurnLimitEvent
  | StreamFallbackEvent
  // Error (5)
  | AuthErrorEvent
  | RateLimitErrorEvent
  | ContextExceededEvent
  | CrashEvent
  | ErrorEvent
  // Debug (2)
  | DebugEvent
  | LogEvent;

/** The event of one type. */
export type EventOf<T extends AgentEvent['type']> = Extract<AgentEvent, { type: T }>;
