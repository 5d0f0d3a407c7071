/** Chooses the first mode of an adapter that meets the options, or says what each lacks. */
import { hintAtName } from '@agent-mux/events';
import type {
  Adapter,
  Capabilities,
  Mode,
  NativeOptions,
  PromptInput,
  ResolvedOptions,
  SandboxKind,
} from '../adapter/index.ts';
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
  native('nativeArgs', 'args'),
  native('nativeConfig', 'config'),
  native('nativeEnv', 'env'),
  flag('keepOpen', 'keepOpen', 'supportsMultiTurn'),
  {
    capability: 'textStreaming',
    isMade: ({ stream }) => stream === true,
    isMet: ({ supportsTextStreaming }) => supportsTextStreaming,
  },
  flag('sessionResume', 'sessionId', 'canResume'),
  flag('sessionFork', 'forkSessionId', 'canFork'),
  {
    capability: 'checkpoint',
    isMade: ({ checkpointId }) => checkpointId !== undefined,
    isMet: ({ rewinds = [] }, { sessionId }) => rewinds.includes(sessionId === undefined ? 'fork' : 'resume'),
  },
  flag('noSession', 'noSession', 'supportsNoSession'),
  {
    capability: 'thinkingEffort',
    isMade: ({ thinkingEffort }) => thinkingEffort !== undefined,
    isMet: ({ thinkingEffortLevels }, { thinkingEffort }) => thinkingEffortLevels.some((one) => one === thinkingEffort),
  },
  flag('thinkingBudgetTokens', 'thinkingBudgetTokens', 'supportsThinkingBudgetTokens'),
  {
    capability: 'model',
    isMade: ({ model }) => model !== undefined,
    isMet: ({ supportsModelChoice = true }) => supportsModelChoice,
  },
  flag('mcp', 'mcpServers', 'supportsMCP'),
  flag('hostTools', 'tools', 'supportsHostTools'),
  flag('outputSchema', 'outputSchema', 'supportsOutputSchema'),
  flag('maxTokens', 'maxTokens', 'supportsMaxTokens'),
  flag('maxCostUsd', 'maxCostUsd', 'maxCost'),
  flag('skills', 'skills', 'supportsSkills'),
  flag('agentsMd', 'agentsDoc', 'supportsAgentsMd'),
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

/** An option that is given or not, and what a mode says of itself that takes it. */
function flag(capability: string, option: keyof ResolvedOptions, claim: keyof Capabilities): Demand {
  return {
    capability,
    isMade: ({ [option]: given }) =>
      given !== undefined && given !== false && !(Array.isArray(given) && given.length === 0),
    isMet: ({ [claim]: claimed = false }) => claimed !== false,
  };
}

function native(capability: string, option: keyof NativeOptions): Demand {
  return {
    capability,
    isMade: ({ native }) => Object.keys(native?.[option] ?? {}).length > 0,
    isMet: ({ nativeOptions = [] }) => nativeOptions.includes(option),
  };
}

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
