/** The first entry of a run: what it is, which is known before anything happens. */
import { JOURNAL_FORMAT, type RunHeader } from '@agent-mux/events/journal';
import { given } from '../given.ts';
import type { PreparedRun } from './prepared-run.ts';
import { type RecordedOptions, recordOptions } from './recorded-options.ts';

type Described = Pick<PreparedRun, 'runId' | 'name' | 'agent' | 'mode' | 'options' | 'tags' | 'lineage'>;

export function createHeader(prepared: PreparedRun): RunHeader {
  const { timeout, inactivityTimeout, interactionTimeoutMs, maxTextBytes } = prepared;
  const limits = { timeout, inactivityTimeout, interactionTimeoutMs, maxTextBytes };
  return headerOf(prepared, { ...recordOptions(prepared), ...limits });
}

/**
 * Makes the header. `kept` are the options as a recording keeps them, with the limits. Those that have a field of their
 * own are left out, and so is the environment.
 */
export function headerOf(run: Described, kept: RecordedOptions): RunHeader {
  const { runId, name, agent, mode, tags, lineage } = run;
  const { model, prompt, cwd, approvalMode, stream, sessionId: resumes, forkSessionId: forks } = run.options;
  const { env, model: _model, approvalMode: _mode, stream: _stream, sessionId, forkSessionId, ...options } = kept;
  return {
    format: JOURNAL_FORMAT,
    runId,
    name,
    agent,
    mode: mode.name,
    ...given({ model }),
    prompt,
    cwd,
    approvalMode,
    stream,
    ...given({ resumes, forks }),
    tags: [...tags],
    ...lineage,
    // Validated options are JSON without the undefined ones, which this leaves out.
    options: JSON.parse(JSON.stringify(options)),
  };
}
