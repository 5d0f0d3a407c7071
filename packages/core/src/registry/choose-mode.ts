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

/** A demand of options on a mode: whether they make it, and whether a mode meets it. */
type Demand = readonly [
  isMade: (options: ResolvedOptions, input: PromptInput) => boolean,
  isMet: (capabilities: Capabilities, options: ResolvedOptions) => boolean,
];

/** The key is the option, as the error names it. */
const DEMANDS: Readonly<Record<string, Demand>> = {
  approvalMode: [() => true, ({ approvalModes }, { approvalMode }) => approvalModes.includes(approvalMode)],
  sandbox: [
    ({ sandbox }) => sandbox !== undefined,
    ({ sandboxes = [] }, options) => sandboxes.some((kind) => kind === sandboxKindOf(options)),
  ],
  nativeArgs: native('args'),
  nativeConfig: native('config'),
  nativeEnv: native('env'),
  keepOpen: flag('keepOpen', 'supportsMultiTurn'),
  textStreaming: [({ stream }) => stream === true, ({ supportsTextStreaming }) => supportsTextStreaming],
  sessionResume: flag('sessionId', 'canResume'),
  sessionFork: flag('forkSessionId', 'canFork'),
  checkpoint: [
    ({ checkpointId }) => checkpointId !== undefined,
    ({ rewinds = [] }, { sessionId }) => rewinds.includes(sessionId === undefined ? 'fork' : 'resume'),
  ],
  noSession: flag('noSession', 'supportsNoSession'),
  thinkingEffort: [
    ({ thinkingEffort }) => thinkingEffort !== undefined,
    ({ thinkingEffortLevels }, { thinkingEffort }) => thinkingEffortLevels.some((one) => one === thinkingEffort),
  ],
  thinkingBudgetTokens: flag('thinkingBudgetTokens', 'supportsThinkingBudgetTokens'),
  model: [({ model }) => model !== undefined, ({ supportsModelChoice = true }) => supportsModelChoice],
  mcp: flag('mcpServers', 'supportsMCP'),
  hostTools: flag('tools', 'supportsHostTools'),
  outputSchema: flag('outputSchema', 'supportsOutputSchema'),
  maxTokens: flag('maxTokens', 'supportsMaxTokens'),
  maxCostUsd: flag('maxCostUsd', 'maxCost'),
  skills: flag('skills', 'supportsSkills'),
  agentsMd: flag('agentsDoc', 'supportsAgentsMd'),
  imageInput: [(_, { images = [] }) => images.length > 0, ({ supportsImageInput }) => supportsImageInput],
  // No CLI fetches a URL or takes bytes that are no image, and an error is better than an answer about something else.
  urlAttachments: [({ attachments = [] }) => attachments.some(({ url }) => url !== undefined), () => false],
  dataAttachments: [
    ({ attachments = [] }) =>
      attachments.some(({ base64, mimeType = '' }) => base64 !== undefined && !mimeType.startsWith('image/')),
    () => false,
  ],
  fileAttachments: [
    ({ attachments = [] }, { images = [] }) => attachments.length > images.length,
    ({ supportsFileAttachments }) => supportsFileAttachments,
  ],
};

/** Makes the demand of an option that is given or not, which a mode meets with a claim. */
function flag(option: keyof ResolvedOptions, claim: keyof Capabilities): Demand {
  return [
    ({ [option]: given }) => given !== undefined && given !== false && !(Array.isArray(given) && given.length === 0),
    ({ [claim]: claimed = false }) => claimed !== false,
  ];
}

function native(option: keyof NativeOptions): Demand {
  return [
    ({ native }) => Object.keys(native?.[option] ?? {}).length > 0,
    ({ nativeOptions = [] }) => nativeOptions.includes(option),
  ];
}

/**
 * Chooses the first mode of an adapter that can do what the options ask. Throws CapabilityError that names each mode
 * and what it lacks. With `forced` only that mode is considered.
 */
export function chooseMode(
  adapter: Adapter,
  options: ResolvedOptions,
  input: PromptInput,
  forced: string | undefined,
): Mode {
  const candidates = forced === undefined ? adapter.modes : adapter.modes.filter(({ name }) => name === forced);
  const demands = Object.entries(DEMANDS).filter(([, [isMade]]) => isMade(options, input));
  const lacks: string[] = [];
  for (const mode of candidates) {
    const missing = demands
      .filter(([, [, isMet]]) => !isMet(mode.capabilities, options))
      .map(([capability]) => nameLack(capability, mode));
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

/** Says what could be given instead, because a user who does not know of this option does not give it. */
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
