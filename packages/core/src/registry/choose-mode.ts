/** Chooses the first mode of an adapter that meets the options, or says what each lacks. */
import { hintAtName } from '@agent-mux/events';
import type { Adapter, Capabilities, Mode, PromptInput, ResolvedOptions, SandboxKind } from '../adapter/index.ts';
import { CapabilityError } from '../errors.ts';

/** One thing that options demand of a mode. */
interface Demand {
  /** The option, as the error names it. */
  readonly capability: string;
  readonly isMet: (capabilities: Capabilities, options: ResolvedOptions) => boolean;
  readonly isMade: (options: ResolvedOptions, input: PromptInput) => boolean;
}

const DEMANDS: readonly Demand[] = [
  {
    capability: 'approvalMode',
    isMade: () => true,
    isMet: ({ approvalModes }, { approvalMode }) => approvalModes.includes(approvalMode),
  },
  {
    capability: 'sandbox',
    isMade: ({ sandbox }) => sandbox !== undefined,
    isMet: ({ sandboxes = [] }, options) => sandboxes.some((kind) => kind === sandboxKindOf(options)),
  },
  {
    capability: 'nativeArgs',
    isMade: ({ native }) => (native?.args ?? []).length > 0,
    isMet: ({ nativeOptions = [] }) => nativeOptions.includes('args'),
  },
  {
    capability: 'nativeConfig',
    isMade: ({ native }) => Object.keys(native?.config ?? {}).length > 0,
    isMet: ({ nativeOptions = [] }) => nativeOptions.includes('config'),
  },
  {
    capability: 'nativeEnv',
    isMade: ({ native }) => Object.keys(native?.env ?? {}).length > 0,
    isMet: ({ nativeOptions = [] }) => nativeOptions.includes('env'),
  },
  { capability: 'keepOpen', isMade: ({ keepOpen }) => keepOpen, isMet: ({ supportsMultiTurn }) => supportsMultiTurn },
  {
    capability: 'textStreaming',
    isMade: ({ stream }) => stream === true,
    isMet: ({ supportsTextStreaming }) => supportsTextStreaming,
  },
  {
    capability: 'sessionResume',
    isMade: ({ sessionId }) => sessionId !== undefined,
    isMet: ({ canResume }) => canResume,
  },
  {
    capability: 'sessionFork',
    isMade: ({ forkSessionId }) => forkSessionId !== undefined,
    isMet: ({ canFork }) => canFork,
  },
  {
    capability: 'checkpoint',
    isMade: ({ checkpointId }) => checkpointId !== undefined,
    isMet: ({ rewinds = [] }, { sessionId }) => rewinds.includes(sessionId === undefined ? 'fork' : 'resume'),
  },
  {
    capability: 'noSession',
    isMade: ({ noSession }) => noSession,
    isMet: ({ supportsNoSession }) => supportsNoSession,
  },
  {
    capability: 'thinkingEffort',
    isMade: ({ thinkingEffort }) => thinkingEffort !== undefined,
    isMet: ({ thinkingEffortLevels }, { thinkingEffort }) =>
      thinkingEffort !== undefined && thinkingEffortLevels.includes(thinkingEffort),
  },
  {
    capability: 'thinkingBudgetTokens',
    isMade: ({ thinkingBudgetTokens }) => thinkingBudgetTokens !== undefined,
    isMet: ({ supportsThinkingBudgetTokens }) => supportsThinkingBudgetTokens,
  },
  {
    capability: 'model',
    isMade: ({ model }) => model !== undefined,
    isMet: ({ supportsModelChoice = true }) => supportsModelChoice,
  },
  {
    capability: 'mcp',
    isMade: ({ mcpServers = [] }) => mcpServers.length > 0,
    isMet: ({ supportsMCP }) => supportsMCP,
  },
  {
    capability: 'hostTools',
    isMade: ({ tools = [] }) => tools.length > 0,
    isMet: ({ supportsHostTools = false }) => supportsHostTools,
  },
  {
    capability: 'outputSchema',
    isMade: ({ outputSchema }) => outputSchema !== undefined,
    isMet: ({ supportsOutputSchema = false }) => supportsOutputSchema,
  },
  {
    capability: 'maxTokens',
    isMade: ({ maxTokens }) => maxTokens !== undefined,
    isMet: ({ supportsMaxTokens = false }) => supportsMaxTokens,
  },
  {
    capability: 'maxCostUsd',
    isMade: ({ maxCostUsd }) => maxCostUsd !== undefined,
    isMet: ({ maxCost }) => maxCost !== undefined,
  },
  {
    capability: 'skills',
    isMade: ({ skills = [] }) => skills.length > 0,
    isMet: ({ supportsSkills }) => supportsSkills,
  },
  {
    capability: 'agentsMd',
    isMade: ({ agentsDoc }) => agentsDoc !== undefined,
    isMet: ({ supportsAgentsMd }) => supportsAgentsMd,
  },
  {
    capability: 'imageInput',
    isMade: (_, { images = [] }) => images.length > 0,
    isMet: ({ supportsImageInput }) => supportsImageInput,
  },
  // No CLI fetches a URL or takes bytes that are no image: better an error than an answer about something else.
  {
    capability: 'urlAttachments',
    isMade: ({ attachments = [] }) => attachments.some(({ url }) => url !== undefined),
    isMet: () => false,
  },
  {
    capability: 'dataAttachments',
    isMade: ({ attachments = [] }) =>
      attachments.some(({ base64, mimeType = '' }) => base64 !== undefined && !mimeType.startsWith('image/')),
    isMet: () => false,
  },
  {
    capability: 'fileAttachments',
    isMade: ({ attachments = [] }, { images = [] }) => attachments.length > images.length,
    isMet: ({ supportsFileAttachments }) => supportsFileAttachments,
  },
];

/** Chooses the first mode of an adapter that can do what the options ask. Throws CapabilityError that names each mode and what it lacks. `forced` takes that mode or none. */
export function chooseMode(
  adapter: Adapter,
  options: ResolvedOptions,
  input: PromptInput,
  forced: string | undefined,
): Mode {
  const candidates = forced === undefined ? adapter.modes : adapter.modes.filter(({ name }) => name === forced);
  const demands = DEMANDS.filter(({ isMade }) => isMade(options, input));
  const lacks: string[] = [];
  for (const mode of candidates) {
    const missing = demands
      .filter(({ isMet }) => !isMet(mode.capabilities, options))
      .map(({ capability }) => nameLack(capability, mode));
    if (missing.length === 0) {
      return mode;
    }
    lacks.push(`mode "${mode.name}" lacks ${missing.join(', ')}`);
  }
  const names = adapter.modes.map(({ name }) => name);
  throw new CapabilityError(
    adapter.agent,
    forced !== undefined && candidates.length === 0 ? 'mode' : (demandNamed(lacks[0]) ?? 'mode'),
    lacks.length === 0
      ? `${adapter.agent} has no mode "${forced}".${hintAtName(forced, names)} Its modes: ${names.join(', ')}.`
      : `No mode of ${adapter.agent} can do what the options ask: ${lacks.join('; ')}.${adviseApprovals(candidates, options)}`,
  );
}

function sandboxKindOf({ sandbox, network = false }: ResolvedOptions): SandboxKind | undefined {
  return sandbox === undefined || sandbox === 'off' || !network ? sandbox : `${sandbox}+network`;
}

function nameLack(capability: string, { refusals = {} }: Mode): string {
  const reason = new Map(Object.entries(refusals)).get(capability);
  return reason === undefined ? capability : `${capability} (${reason})`;
}

/** Nobody gives this option who does not know of it: what could be given instead is said. */
function adviseApprovals(candidates: readonly Mode[], { approvalMode }: ResolvedOptions): string {
  const advice = candidates
    .filter(({ capabilities }) => !capabilities.approvalModes.includes(approvalMode))
    .map(({ name, capabilities }) => {
      const others = capabilities.approvalModes.map((other) => `\`approvalMode: '${other}'\``);
      return others.length === 0 ? '' : ` Mode "${name}" cannot be asked; give ${others.join(' or ')}.`;
    });
  return approvalMode === 'prompt' ? advice.join('') : '';
}

function demandNamed(lack: string | undefined): string | undefined {
  return /lacks ([^, ]+)/.exec(lack ?? '')?.[1];
}
