/** The first entry of a run: what it is, known before anything of it happens. */
import { JOURNAL_FORMAT, type JsonValue, type RunHeader } from '@agent-mux/events/journal';
import type { PreparedRun } from './prepared-run.ts';
import { recordOptions } from './recorded-options.ts';

export function createHeader(prepared: PreparedRun): RunHeader {
  const { runId, name, agent, mode, options, tags, lineage } = prepared;
  const { model, prompt, cwd, approvalMode, stream, sessionId, forkSessionId } = options;
  return {
    format: JOURNAL_FORMAT,
    runId,
    name,
    agent,
    mode: mode.name,
    ...(model === undefined ? {} : { model }),
    prompt,
    cwd,
    approvalMode,
    stream,
    ...(sessionId === undefined ? {} : { resumes: sessionId }),
    ...(forkSessionId === undefined ? {} : { forks: forkSessionId }),
    tags: [...tags],
    ...lineage,
    options: recordableOptions(prepared),
  };
}

/** As a recording keeps them, with the limits and without what has a field of its own. The environment is no part of it. */
function recordableOptions(prepared: PreparedRun): Readonly<Record<string, JsonValue>> {
  const { env, model, approvalMode, stream, sessionId, forkSessionId, ...options } = recordOptions(prepared);
  const { timeout, inactivityTimeout, interactionTimeoutMs, maxTextBytes } = prepared;
  // Validated options are JSON but for what is undefined, which is left out so.
  return JSON.parse(JSON.stringify({ ...options, timeout, inactivityTimeout, interactionTimeoutMs, maxTextBytes }));
}
