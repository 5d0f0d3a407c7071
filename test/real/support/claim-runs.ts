/** The runs that try what a mode claims and no recording holds: options that only what the model is sent can show. */
import { builtInAdapters } from '@agent-mux/adapters';
import type { Capabilities, RunOptions } from '@agent-mux/core';

export interface ClaimRun {
  readonly title: string;
  readonly agent: string;
  readonly mode: string;
  /** Names of capabilities, as in the support matrix. */
  readonly claims: readonly string[];
  readonly options: Omit<RunOptions, 'prompt'>;
  /** What the request to the model must hold. */
  readonly sent: readonly RegExp[];
  /** What it must not hold. */
  readonly unsent: readonly RegExp[];
  /** What the session that the CLI keeps must hold. */
  readonly kept?: readonly RegExp[];
}

export const CLAIMS_FILE = 'test/real/claimed-options.test.ts';
export const ADDED = 'Every answer of this test is kind.';
export const REPLACING = 'You are a poet of this test.';
export const PROJECT = 'In this project the sky is green.';
export const ATTACHED = 'notes-of-this-test.txt';
export const SPOKEN = 'A prompt that no file may keep.';

/** How each CLI writes a level into its request; an agent whose request does not show it has no row. */
const LEVELS: Readonly<Record<string, Partial<Record<NonNullable<RunOptions['thinkingEffort']>, RegExp>>>> = {
  claude: { low: /"effort":"low"/, medium: /"effort":"medium"/, max: /"effort":"max"/ },
  codex: { low: /"effort":"low"/, medium: /"effort":"medium"/, max: /"effort":"xhigh"/ },
  pi: { low: /"budget_tokens":2048\b/, medium: /"budget_tokens":8192\b/, max: /"budget_tokens":16384\b/ },
  omp: { low: /"budget_tokens":2048\b/, medium: /"budget_tokens":8192\b/, max: /"budget_tokens":28000\b/ },
  openclaw: { low: /"budget_tokens":2048\b/, medium: /"budget_tokens":8192\b/, high: /"budget_tokens":16384\b/ },
};

/** The level as it stands in the CLI's own session, where the request does not show it. */
const KEPT_LEVELS: Readonly<Record<string, (level: string) => RegExp>> = {
  copilot: (level) => new RegExp(`"reasoningEffort":"${level}"`),
};

/** How the CLI's own instructions begin, which another text must have replaced. */
const OWN_WORDS: Readonly<Record<string, RegExp>> = {
  claude: /You are an interactive agent/,
  codex: /You are Codex/,
  pi: /You are an expert coding assistant/,
};

/** Two cannot be run here; of opencode the recordings hold all that it claims. */
const NOT_RUN: readonly string[] = ['cursor', 'hermes', 'opencode'];

export const CLAIM_RUNS: readonly ClaimRun[] = builtInAdapters.flatMap(({ agent, modes }) =>
  NOT_RUN.includes(agent)
    ? []
    : modes.flatMap(({ name, capabilities }) =>
        [added, replaced, ...levels(agent), budget].flatMap((plan) => {
          const { claims, ...planned } = plan(agent, capabilities);
          return claims.length === 0
            ? []
            : [{ title: `${agent} ${name}: ${claims.join(', ')}`, agent, mode: name, claims, ...planned }];
        }),
      ),
);

type Planned = Omit<ClaimRun, 'title' | 'agent' | 'mode'>;
type Plan = (agent: string, capabilities: Capabilities) => Planned;

/** All that can be asked for beside each other. */
function added(_agent: string, capabilities: Capabilities): Planned {
  const can = {
    'system prompt: append': capabilities.systemPromptModes.includes('append'),
    supportsAgentsMd: capabilities.supportsAgentsMd,
    supportsFileAttachments: capabilities.supportsFileAttachments,
    supportsNoSession: capabilities.supportsNoSession,
  };
  return {
    claims: Object.entries(can).flatMap(([name, is]) => (is ? [name] : [])),
    options: {
      ...(can['system prompt: append'] ? { systemPrompt: ADDED, systemPromptMode: 'append' } : {}),
      ...(can.supportsAgentsMd ? { agentsDoc: PROJECT } : {}),
      ...(can.supportsNoSession ? { noSession: true } : {}),
    },
    sent: [
      ...(can['system prompt: append'] ? [new RegExp(ADDED)] : []),
      ...(can.supportsAgentsMd ? [new RegExp(PROJECT)] : []),
      ...(can.supportsFileAttachments ? [new RegExp(ATTACHED)] : []),
    ],
    unsent: [],
  };
}

function replaced(agent: string, { systemPromptModes }: Capabilities): Planned {
  const own = OWN_WORDS[agent];
  return {
    claims: systemPromptModes.includes('replace') ? ['system prompt: replace'] : [],
    options: { systemPrompt: REPLACING, systemPromptMode: 'replace' },
    sent: [new RegExp(REPLACING)],
    unsent: own === undefined ? [] : [own],
  };
}

function levels(agent: string): readonly Plan[] {
  const rows = LEVELS[agent] ?? {};
  const kept = KEPT_LEVELS[agent];
  return (['low', 'medium', 'high', 'max'] as const).flatMap((level) => {
    const shown = rows[level];
    if (shown === undefined && (kept === undefined || level === 'high')) {
      return [];
    }
    return [
      (_: string, { thinkingEffortLevels }: Capabilities): Planned => ({
        claims: thinkingEffortLevels.includes(level) ? [`thinking: ${level}`] : [],
        options: { thinkingEffort: level },
        sent: shown === undefined ? [] : [shown],
        unsent: [],
        ...(kept === undefined ? {} : { kept: [kept(level)] }),
      }),
    ];
  });
}

function budget(agent: string, { supportsThinkingBudgetTokens }: Capabilities): Planned {
  return {
    claims: supportsThinkingBudgetTokens ? ['supportsThinkingBudgetTokens'] : [],
    // A model that takes a budget: newer ones decide by themselves.
    options: { thinkingBudgetTokens: 4_321, ...(agent === 'claude' ? { model: 'claude-sonnet-4-5' } : {}) },
    sent: [/"budget_tokens":4321\b/],
    unsent: [],
  };
}
