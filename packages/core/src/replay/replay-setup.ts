/** Finds the mode and the options for replaying a recording. */
import type { RunHeader } from '@agent-mux/events/journal';
import type { Adapter, Mode, ResolvedOptions } from '../adapter/index.ts';
import { AgentMuxError } from '../errors.ts';
import type { CassetteHeader } from '../recording/index.ts';
import { AGENT_DEFAULTS, headerOf, rootPlace } from '../run/index.ts';

/** The mode and the options that a recording is heard with. */
export interface ReplaySetup {
  readonly mode: Mode;
  readonly options: ResolvedOptions;
}

/** The options that apply where neither the header nor the command line says otherwise. */
const DEFAULTS: ResolvedOptions = { prompt: '', cwd: '<cwd>', ...AGENT_DEFAULTS };

/**
 * Finds the adapter and the mode for a recording. Throws VALIDATION_ERROR where the recording is another agent's, or of
 * a mode that the adapter does not have.
 */
export function prepareReplay(
  header: CassetteHeader,
  adapter: Adapter,
  given: Partial<ResolvedOptions> = {},
): ReplaySetup {
  if (header.agent !== adapter.agent) {
    throw new AgentMuxError(
      'VALIDATION_ERROR',
      `The recording "${header.scenario}" is one of ${header.agent}; the adapter for ${adapter.agent} cannot replay it. Hand in that of ${header.agent}.`,
    );
  }
  const mode =
    header.mode === undefined
      ? (adapter.modes.find((each) => each.recognize?.(header.argv) !== undefined) ?? adapter.modes[0])
      : adapter.modes.find(({ name }) => name === header.mode);
  if (mode === undefined) {
    const names = adapter.modes.map(({ name }) => name).join(', ');
    const message =
      header.mode === undefined
        ? `The adapter for ${adapter.agent} has no modes.`
        : `The recording "${header.scenario}" is of mode "${header.mode}", which ${adapter.agent} does not have. Its modes: ${names}.`;
    throw new AgentMuxError('VALIDATION_ERROR', message);
  }
  return { mode, options: mergeOptions(mode.recognize?.(header.argv), header, given) };
}

/** Makes the header of a replayed run. No recording says to which tree the run belonged, so it stands alone. */
export function describeReplay(
  runId: string,
  header: CassetteHeader,
  { mode, options }: ReplaySetup,
  prompt: string,
): RunHeader {
  const { agent, options: kept } = header;
  const { keepOpen, noSession } = options;
  const lineage = rootPlace({ runId, name: agent, options: {} });
  const run = { runId, name: agent, agent, mode, options: { ...options, prompt }, tags: [], lineage };
  return headerOf(run, { ...kept, keepOpen, noSession });
}

function mergeOptions(
  recognized: Partial<ResolvedOptions> | undefined,
  { options: { tools, ...recorded } = {} }: CassetteHeader,
  given: Partial<ResolvedOptions>,
): ResolvedOptions {
  const { sessionId, ...others } = recognized ?? {};
  return {
    ...DEFAULTS,
    ...others,
    // A command line names a session that is only copied later as if it were continued.
    ...(sessionId === undefined || recorded.forkSessionId !== undefined ? {} : { sessionId }),
    ...recorded,
    ...(tools === undefined ? {} : { tools: tools.map((tool) => ({ ...tool, run: refuseToRun })) }),
    ...given,
  };
}

function refuseToRun(): never {
  throw new AgentMuxError('INTERNAL', 'A replay runs no tools: what they returned stands in the recording.');
}
