/**
 * The options of a run that are written down, in its recording and in the header of its journal: those that shape the
 * conversation, without what may be a secret.
 */
import type { Attachment, HostTool, McpServerConfig, ResolvedOptions } from '../adapter/index.ts';
import { given } from '../given.ts';
import type { PreparedRun } from './prepared-run.ts';

/** The stand-in for a value that is not written down; any value in its place counts as right. */
export const NOT_RECORDED = '<not recorded>';

const RECORDED = [
  'stream',
  'approvalMode',
  'sandbox',
  'network',
  'includeSubagents',
  'keepOpen',
  'maxTurns',
  'sessionId',
  'forkSessionId',
  'checkpointId',
  'noSession',
  'model',
  'thinkingEffort',
  'thinkingBudgetTokens',
  'systemPrompt',
  'systemPromptMode',
  'temperature',
  'topP',
  'topK',
  'maxTokens',
  'maxCostUsd',
  'maxOutputTokens',
  'skills',
  'agentsDoc',
  'outputSchema',
] as const;

/**
 * The options that shape what is said and what comes back. Of the environment only the variables that the adapter names
 * are kept, and of MCP servers no value that may be a secret; prompt and working folder are not included.
 */
export type RecordedOptions = Partial<
  Pick<ResolvedOptions, (typeof RECORDED)[number] | 'attachments' | 'mcpServers' | 'env'> & {
    readonly tools: readonly Omit<HostTool, 'run'>[];
  }
>;

export function recordOptions({ adapter, options }: Pick<PreparedRun, 'adapter' | 'options'>): RecordedOptions {
  const { attachments, mcpServers, tools, env = {} } = options;
  const kept = Object.entries(env).flatMap(([name, value]) => recordVariable(adapter, name, value));
  return {
    ...Object.fromEntries(RECORDED.filter((name) => options[name] !== undefined).map((name) => [name, options[name]])),
    ...given({
      attachments: attachments?.map(withoutData),
      mcpServers: mcpServers?.map(withoutValues),
      tools: tools?.map(({ run: _, ...described }) => described),
    }),
    ...(kept.length === 0 ? {} : { env: Object.fromEntries(kept) }),
  };
}

function recordVariable(
  { recordedEnv = [], spokenEnv = [] }: PreparedRun['adapter'],
  name: string,
  value: string,
): (readonly [string, string])[] {
  if (recordedEnv.includes(name)) {
    return [[name, value]];
  }
  // An empty value hides nothing; it unsets a variable.
  return spokenEnv.includes(name) ? [[name, value === '' ? '' : NOT_RECORDED]] : [];
}

// Images are recorded with the prompt.
function withoutData({ base64, ...attachment }: Attachment): Attachment {
  return base64 === undefined ? attachment : { ...attachment, base64: NOT_RECORDED };
}

// The tokens of tool servers may have any name, and may also be in addresses and arguments.
function withoutValues({ args, env, url, headers, ...server }: McpServerConfig): McpServerConfig {
  return {
    ...server,
    ...given({
      args: args?.map(() => NOT_RECORDED),
      env: hide(env),
      url: url === undefined ? undefined : NOT_RECORDED,
      headers: hide(headers),
    }),
  };
}

function hide(values: Readonly<Record<string, string>> | undefined): Record<string, string> | undefined {
  return values && Object.fromEntries(Object.keys(values).map((name) => [name, NOT_RECORDED]));
}
