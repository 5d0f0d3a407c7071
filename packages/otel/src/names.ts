/** Names of spans and attributes: those of the conventions for generative AI, and our own, which begin with `agent_mux.`. */
import type { SeenCause } from '@agent-mux/events/journal';

/** What a span stands for, as the value of `gen_ai.operation.name`. */
export type Operation = 'invoke_agent' | 'chat' | 'execute_tool';

/** The kinds of spans that the conventions ask for: a request to a model goes to another machine, agents and tools are on this one. */
export const KINDS: Readonly<Record<Operation, 'internal' | 'client'>> = {
  invoke_agent: 'internal',
  chat: 'client',
  execute_tool: 'internal',
};

/** Names of OpenTelemetry's semantic conventions 1.45.0. */
export const GEN_AI = {
  operation: 'gen_ai.operation.name',
  provider: 'gen_ai.provider.name',
  requestModel: 'gen_ai.request.model',
  responseModel: 'gen_ai.response.model',
  conversation: 'gen_ai.conversation.id',
  agentId: 'gen_ai.agent.id',
  agentName: 'gen_ai.agent.name',
  finishReasons: 'gen_ai.response.finish_reasons',
  inputTokens: 'gen_ai.usage.input_tokens',
  outputTokens: 'gen_ai.usage.output_tokens',
  cachedTokens: 'gen_ai.usage.cache_read.input_tokens',
  thinkingTokens: 'gen_ai.usage.reasoning.output_tokens',
  toolName: 'gen_ai.tool.name',
  toolType: 'gen_ai.tool.type',
  toolCallId: 'gen_ai.tool.call.id',
} as const;

/** Names whose values contain what was said: they come with `content: true` alone. */
export const GEN_AI_CONTENT = {
  inputMessages: 'gen_ai.input.messages',
  outputMessages: 'gen_ai.output.messages',
  toolArguments: 'gen_ai.tool.call.arguments',
  toolResult: 'gen_ai.tool.call.result',
} as const;

/** A name of the stable conventions. */
export const ERROR_TYPE = 'error.type';

export const OWN_PREFIX = 'agent_mux.';

/** Our own names, for what the conventions have no name for. */
export const OWN = {
  runId: 'agent_mux.run.id',
  runMode: 'agent_mux.run.mode',
  root: 'agent_mux.run.root',
  parent: 'agent_mux.run.parent',
  handoffFrom: 'agent_mux.handoff.from',
  handoffTo: 'agent_mux.handoff.to',
  lane: 'agent_mux.lane',
  /** Why a run ended: one of the causes, or `lost`. */
  cause: 'agent_mux.cause',
  /** Why a run was aborted, as the host has said it. */
  abortReason: 'agent_mux.abort.reason',
  /** Set where the span was open when its run ended, and was ended with it. */
  unfinished: 'agent_mux.unfinished',
  usd: 'agent_mux.cost.usd',
  /** `false` where some of the tokens have no price, so that `agent_mux.cost.usd` leaves them out. */
  priced: 'agent_mux.cost.priced',
  /** `false` where the agent does not report all of them, so that `gen_ai.usage.input_tokens` is absent. */
  inputKnown: 'agent_mux.usage.input_known',
  outputKnown: 'agent_mux.usage.output_known',
  cycle: 'agent_mux.cycle',
  server: 'agent_mux.mcp.server',
  /** The tool that a question is about; a call has it in `gen_ai.tool.name`. */
  mcpTool: 'agent_mux.mcp.tool',
  /** What a tool does: read, edit, execute and so on; absent where the agent does not say it. */
  toolKind: 'agent_mux.tool.kind',
  link: 'agent_mux.link',
} as const;

/** The status of a run's span, for every cause of an end. A run that a user has stopped is no error. */
export const STATUS: Readonly<Record<SeenCause, 'unset' | 'error'>> = {
  completed: 'unset',
  interrupted: 'unset',
  aborted: 'unset',
  timeout: 'error',
  inactivity: 'error',
  turn_limit: 'error',
  budget: 'error',
  auth: 'error',
  rate_limit: 'error',
  context: 'error',
  error: 'error',
  crash: 'error',
  kill: 'error',
  lost: 'error',
};

/** Agents whose CLI uses one provider's models. */
const AGENTS: Readonly<Record<string, string>> = { claude: 'anthropic', codex: 'openai', gemini: 'gcp.gemini' };

/** Names that agents have for providers, where the conventions have another one. */
const PROVIDERS: Readonly<Record<string, string>> = {
  google: 'gcp.gemini',
  gemini: 'gcp.gemini',
  'google-vertex': 'gcp.vertex_ai',
  'amazon-bedrock': 'aws.bedrock',
  azure: 'azure.ai.openai',
  mistral: 'mistral_ai',
  xai: 'x_ai',
};

/** The conventions' name for a provider that an agent has named itself. */
export function conventionalProvider(provider: string): string {
  return Object.hasOwn(PROVIDERS, provider) ? (PROVIDERS[provider] ?? provider) : provider;
}

/** The provider that was asked for; else the agent's own; else the name of the agent, which stands between us and the model. */
export function providerOf(agent: string, provider: string | undefined): string {
  if (provider !== undefined) {
    return conventionalProvider(provider);
  }
  return Object.hasOwn(AGENTS, agent) ? (AGENTS[agent] ?? agent) : agent;
}

/** The conventions' name of a span: the operation, and its object where that is known. */
export function spanName(operation: Operation, subject: string | undefined): string {
  return subject === undefined || subject === '' ? operation : `${operation} ${subject}`;
}
