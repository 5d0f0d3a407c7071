/** In what Gemini CLI differs from the Agent Client Protocol. */
import type { EventDraft, ResolvedOptions } from '@agent-mux/core';
import type { AcpQuirks, AcpRequest, NativePromptEnd, Usage } from '../../acp/index.ts';
import { countOf, objectOf } from '../../shared/native-value.ts';
import { withSystemPrompt } from '../command.ts';
import { TOOL_QUIRKS } from './acp-tools.ts';
import { AUTH_GUIDANCE } from './auth-guidance.ts';
import { exitMeaning } from './exit-meaning.ts';
import { readStderr } from './stderr-lines.ts';
import { TESTED_VERSIONS } from './tested-versions.ts';

const YOLO: AcpRequest = {
  method: 'session/set_mode',
  params: { modeId: 'yolo' },
  otherwise: 'In this folder it asks, and is granted all; subagents are refused.',
};
const NOTHING: readonly EventDraft[] = Object.freeze([]);

export function acpQuirks(options: ResolvedOptions): AcpQuirks {
  return {
    displayName: 'Gemini CLI',
    authGuidance: AUTH_GUIDANCE,
    testedVersions: TESTED_VERSIONS,
    session: {
      // 0.61.0 opens a file of its own before it looks for the session, by minute and head of the id: in the minute in which
      // the session was begun that is the session's file, and it is lost. The blank makes it another one; it is trimmed then.
      wireId: (sessionId) => ` ${sessionId}`,
      // The answer to session/load does not wait for the history; this does.
      historyEndsWith: 'available_commands_update',
      // Of 0.61.0 only this mode lets subagents run: where it asks, it refuses them by itself.
      configure: (_, { approvalMode }) => (approvalMode === 'yolo' ? [YOLO] : []),
      firstPrompt: (text) => withSystemPrompt(options, text),
    },
    tools: TOOL_QUIRKS,
    turns: { failsInSilence: true, usage: usageOf },
    // The narrower of the two for an MCP tool.
    sessionOptions: ['proceed_always_tool', 'proceed_always'],
    notText: (text) => (text.startsWith('[MODE_UPDATE] ') && !text.includes('\n') ? NOTHING : undefined),
    hasWholeThoughts: true,
    readStderr,
    exitMeaning,
  };
}

function usageOf({ _meta: meta }: NativePromptEnd): Usage | undefined {
  const quota = objectOf<'token_count'>(objectOf<'quota'>(meta)?.quota);
  const tokens = objectOf<'input_tokens' | 'output_tokens'>(quota?.token_count);
  return tokens && { inputTokens: countOf(tokens.input_tokens), outputTokens: countOf(tokens.output_tokens) };
}
