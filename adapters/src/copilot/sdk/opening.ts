/** The request that opens a session in SDK mode: options become fields. */
import { dirname, join } from 'node:path';
import type { HostTool, ModeContext, ResolvedOptions } from '@agent-mux/core';
import { defined, mcpEntries } from '../../shared/index.ts';
import { modelChoice } from './provider.ts';

/** What an MCP server must have beside its address, or none of its tools is offered. */
export const ALL_TOOLS = { tools: ['*'] } as const;

/** The file of instructions in the run's folder. The CLI takes any file whose name ends like this for instructions. */
export const INSTRUCTIONS = 'instructions/agent-mux.instructions.md';

export function sessionRequest(
  options: ResolvedOptions,
  { dir }: Pick<ModeContext, 'dir'>,
): Readonly<Record<string, unknown>> {
  const {
    cwd,
    stream,
    thinkingEffort,
    agentsDoc,
    systemPrompt,
    systemPromptMode,
    mcpServers = [],
    tools = [],
  } = options;
  return {
    ...modelChoice(options),
    ...defined({ reasoningEffort: thinkingEffort }),
    streaming: stream !== false,
    requestPermission: true,
    requestUserInput: true,
    workingDirectory: cwd,
    envValueMode: 'direct',
    // The session would know nothing about the user's own MCP servers, agents and skills, as all other modes do.
    enableConfigDiscovery: true,
    ...sandboxOf(options),
    ...(agentsDoc === undefined ? {} : { instructionDirectories: [dirname(join(dir, INSTRUCTIONS))] }),
    ...(systemPrompt === undefined
      ? {}
      : { systemMessage: { mode: systemPromptMode === 'replace' ? 'replace' : 'append', content: systemPrompt } }),
    ...(mcpServers.length === 0 ? {} : { mcpServers: mcpEntries(mcpServers, ALL_TOOLS) }),
    ...(tools.length === 0 ? {} : { tools: tools.map(hostTool) }),
  };
}

/**
 * The sandbox that confines its commands and, on a best effort, its own tools for files. Where the system lacks what it needs, each command
 * fails.
 */
function sandboxOf({ sandbox, network = false, cwd }: ResolvedOptions): Readonly<Record<string, unknown>> {
  if (sandbox === undefined) {
    return {};
  }
  if (sandbox === 'off') {
    return { sandboxConfig: { enabled: false }, sandboxConfigSource: 'session_flag' };
  }
  const isReadOnly = sandbox === 'read-only';
  return {
    sandboxConfig: {
      enabled: true,
      addCurrentWorkingDirectory: !isReadOnly,
      allowBypass: false,
      userPolicy: {
        ...(isReadOnly ? { filesystem: { readonlyPaths: [cwd] } } : {}),
        network: { allowOutbound: network, allowLocalNetwork: network },
      },
    },
    sandboxConfigSource: 'session_flag',
  };
}

function hostTool({ name, description, inputSchema }: HostTool): unknown {
  return { name, description, parameters: inputSchema };
}
