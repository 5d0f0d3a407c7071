/** Why a mode takes no tools of the program that runs it: each reason is a clause about the CLI. */
import type { Mode } from '@agent-mux/core';

type Refusals = NonNullable<Mode['refusals']>;

export const READS_NOTHING: Refusals = {
  hostTools: 'it reads nothing while it works, so that nobody could answer a call',
};

export const NO_TOOLS_OVER_ACP: Refusals = {
  hostTools: 'a client of the Agent Client Protocol names MCP servers, and offers no tools by itself',
};
