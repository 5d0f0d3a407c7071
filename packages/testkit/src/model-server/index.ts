/** The scripted model server. */
export type { AgentProfile, CallContext, RequestMark } from './agent-profile.ts';
export { getAgentProfile } from './agent-profiles.ts';
export { DEFAULT_USAGE } from './build-answer.ts';
export type {
  Answer,
  AnswerPart,
  Frame,
  HistoryEntry,
  HttpAnswer,
  ModelRequest,
  NativeCall,
  Rendering,
  SideRequest,
  StreamItem,
  WireRequest,
} from './rendering.ts';
export type { LoggedRequest } from './request-log.ts';
export { type ModelServer, type ModelServerOptions, startModelServer, type WaitOptions } from './start-model-server.ts';
