/** How the thread of a run is begun, continued or copied: the options become parameters, and nothing is written to a file. */
import type { HostTool, McpServerConfig, ResolvedOptions } from '@agent-mux/core';
import { defined } from '../../shared/index.ts';
import type { TurnRequest } from './prompts.ts';
import { approvalPolicy } from './sandbox-policy.ts';

/** How long the first request waits for the MCP servers of the run. */
export const MCP_GRACE_MS = 10_000;

/** The first request after the handshake. */
export function threadRequest(options: ResolvedOptions): TurnRequest {
  const { sessionId, forkSessionId, checkpointId, noSession, cwd, model, tools = [] } = options;
  const common = {
    cwd,
    ...defined({ model }),
    approvalPolicy: approvalPolicy(options),
    sandbox: 'read-only',
    config: configOf(options),
    ...instructionsOf(options),
  };
  if (sessionId !== undefined) {
    return { method: 'thread/resume', params: { threadId: sessionId, excludeTurns: true, ...common } };
  }
  if (forkSessionId !== undefined) {
    const back = checkpointId === undefined ? {} : { beforeTurnId: checkpointId };
    return { method: 'thread/fork', params: { threadId: forkSessionId, ...back, excludeTurns: true, ...common } };
  }
  return {
    method: 'thread/start',
    params: {
      ...common,
      ...(noSession ? { ephemeral: true } : {}),
      ...(tools.length === 0 ? {} : { dynamicTools: tools.map(dynamicTool) }),
    },
  };
}

function dynamicTool({ name, description, inputSchema }: HostTool): unknown {
  return { type: 'function', name, description, inputSchema };
}

function instructionsOf(options: ResolvedOptions): Readonly<Record<string, string>> {
  const { systemPrompt, systemPromptMode, agentsDoc } = options;
  const isWhole = systemPromptMode === 'replace';
  const added = [isWhole ? undefined : systemPrompt, agentsDoc].filter((text) => text !== undefined);
  return {
    ...(isWhole && systemPrompt !== undefined ? { baseInstructions: systemPrompt } : {}),
    ...(added.length === 0 ? {} : { developerInstructions: added.join('\n\n') }),
  };
}

/** Settings of this thread alone, which win over the user's. */
function configOf({ approvalMode, mcpServers = [] }: ResolvedOptions): Readonly<Record<string, unknown>> {
  return {
    // Without a network, it would try again for ever.
    'features.unbounded_connection_retries': false,
    // Somebody can be asked. The feature is not yet on outside of the plan mode unless it is set.
    ...(approvalMode === 'prompt'
      ? { 'features.default_mode_request_user_input': true, suppress_unstable_features_warning: true }
      : {}),
    // The default asks the model at once, and a server that has not started yet has no tools (0.169.0).
    ...(mcpServers.length === 0 ? {} : { mcp_optional_startup_grace_ms: MCP_GRACE_MS }),
    ...Object.fromEntries(mcpServers.map((server) => [`mcp_servers.${server.name}`, mcpServer(server, approvalMode)])),
  };
}

function mcpServer(
  { transport, command, args = [], env = {}, url, headers = {} }: McpServerConfig,
  approvalMode: ResolvedOptions['approvalMode'],
): unknown {
  const approvals = { default_tools_approval_mode: approvalMode === 'yolo' ? 'approve' : 'prompt' };
  return transport === 'stdio' ? { command, args, env, ...approvals } : { url, http_headers: headers, ...approvals };
}
