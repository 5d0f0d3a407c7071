/** The Agent Client Protocol, for the agents that speak it: each gives its quirks. */

export { createAcpDialect } from './dialect.ts';
export type { NativeInitialized, NativePromptEnd, NativeRpcError, NativeSession, NativeToolCall } from './native.ts';
export type {
  AcpCall,
  AcpQuirks,
  AcpRequest,
  HostAnswer,
  ModelTokens,
  SessionQuirks,
  Surroundings,
  ToolIdentity,
  ToolQuirks,
  TurnQuirks,
} from './quirks.ts';
export { pathsOf, textIn } from './tool-content.ts';
