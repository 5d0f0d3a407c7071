/** How Gemini CLI differs from the Agent Client Protocol. */
import type { Outcome, ResolvedOptions } from '@agent-mux/core';
import type { TokenCounts } from '@agent-mux/events';
import type { AcpQuirks, AcpRequest, ModelTokens, NativePromptEnd } from '../../acp/index.ts';
import { countOf, listOf, modelNamed, NO_DRAFTS, objectOf, textOf } from '../../shared/index.ts';
import { AUTH_GUIDANCE, TESTED_VERSIONS } from '../about.ts';
import { withSystemPrompt } from '../command.ts';
import { exitMeaning } from '../shared/exit.ts';
import { readStderr } from '../shared/stderr-lines.ts';
import { TOOL_QUIRKS } from './tools.ts';

const YOLO: AcpRequest = {
  method: 'session/set_mode',
  params: { modeId: 'yolo' },
  otherwise: 'In this folder it asks, and is granted all; subagents are refused.',
};

export function acpQuirks(options: ResolvedOptions): AcpQuirks {
  return {
    displayName: 'Gemini CLI',
    authGuidance: AUTH_GUIDANCE,
    testedVersions: TESTED_VERSIONS,
    session: {
      // 0.61.0 opens a file of its own before it looks for the session, named by minute and head of the id. Within the minute in which the
      // session began, that is the session's own file, and it is lost. The blank makes the name another one, and the CLI trims it later.
      wireId: (sessionId) => ` ${sessionId}`,
      // The answer to session/load does not wait for the history; this update does.
      historyEndsWith: 'available_commands_update',
      // 0.61.0 lets subagents run only in this mode: where it asks, it refuses them by itself.
      configure: (_, { approvalMode }) => (approvalMode === 'yolo' ? [YOLO] : []),
      firstPrompt: (text) => withSystemPrompt(options, text),
    },
    tools: TOOL_QUIRKS,
    turns: { failsInSilence: true, usage: usageOf, usageByModel, outcome: outcomeOf },
    // The first option is the narrower of the two for an MCP tool. `proceed_always_and_save`, which is stored, is not among them (0.61.0).
    sessionOptions: ['proceed_always_tool', 'proceed_always'],
    notText: (text) => (text.startsWith('[MODE_UPDATE] ') && !text.includes('\n') ? NO_DRAFTS : undefined),
    hasWholeThoughts: true,
    readStderr,
    exitMeaning,
  };
}

// Gemini CLI 0.61.0 gives this reason for its loop detection and for a limit in its own settings, and not for `maxTurns`, which the runtime
// counts. An outcome of `max_turns` would name a number that nobody has set.
function outcomeOf({ stopReason }: NativePromptEnd): Outcome | undefined {
  if (textOf(stopReason) !== 'max_turn_requests') {
    return undefined;
  }
  const message =
    'Gemini CLI stopped the turn: its loop detection saw the model repeat itself, or the turn reached model.maxSessionTurns of its settings. Reword the prompt, or look at that setting.';
  return { type: 'error', code: 'AGENT_ERROR', message };
}

// Gemini CLI 0.61.0 leaves thoughts out of its count of the output, and does not send their number elsewhere.
function usageOf({ _meta: meta }: NativePromptEnd): TokenCounts | undefined {
  const quota = objectOf<'token_count'>(objectOf<'quota'>(meta)?.quota);
  const tokens = objectOf<'input_tokens'>(quota?.token_count);
  return tokens && inputOnly(tokens.input_tokens);
}

function usageByModel({ _meta: meta }: NativePromptEnd): readonly ModelTokens[] {
  return listOf(objectOf<'model_usage'>(objectOf<'quota'>(meta)?.quota)?.model_usage).flatMap((item) => {
    const native = objectOf<'model' | 'token_count'>(item);
    const model = modelNamed(native?.model);
    const tokens = inputOnly(objectOf<'input_tokens'>(native?.token_count)?.input_tokens);
    return model === undefined || tokens.inputTokens === 0 ? [] : [{ model, tokens }];
  });
}

function inputOnly(native: unknown): TokenCounts {
  return { inputTokens: countOf(native), outputTokens: 0, outputKnown: false };
}
