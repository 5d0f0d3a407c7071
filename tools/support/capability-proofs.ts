/** What proves that a mode can do what it claims, in addition to its event types: a row for each field of its capabilities. */
import type { ApprovalMode, Capabilities } from '@agent-mux/core';
import type { CostRecord } from '@agent-mux/events';
import { SCENARIOS } from '@agent-mux/testkit';
import type { Proof } from './read-proofs.ts';

type IsShown = (proof: Proof) => boolean;

interface Claim {
  /** The name of the claim in the table and in the reasons. */
  readonly name: string;
  readonly isShown: IsShown;
}

/** Why a field needs no proof here. */
interface NoClaim {
  readonly noClaim: string;
}

type ClaimsOf = (capabilities: Capabilities) => readonly Claim[];

/**
 * The evidence for each field: one that is true or false is one claim, under its own name; for any other, the evidence lists the claims
 * that its value makes.
 */
type Evidence = {
  readonly [Field in keyof Capabilities]-?:
    | (Capabilities[Field] extends boolean | undefined ? IsShown : { readonly claims: ClaimsOf })
    | NoClaim;
};

/** The evidence. A field without a row does not compile. */
const EVIDENCE: Evidence = {
  canResume: has('session_resume'),
  canFork: has('session_fork'),
  rewinds: {
    claims: ({ rewinds = [] }) =>
      rewinds.map((way) => ({
        name: `checkpoint: ${way}`,
        isShown: all(has(`session_${way}`), ({ header }) => header.options?.checkpointId !== undefined),
      })),
  },
  priorTurns: {
    claims: ({ priorTurns }) =>
      priorTurns === undefined
        ? []
        : [
            {
              name: `prior turns: ${priorTurns}`,
              isShown: ({ events }) =>
                events.some(
                  ({ type, priorTurnCountKnown }) => type === 'session_resume' && priorTurnCountKnown !== false,
                ),
            },
          ],
  },
  supportsNoSession: ({ header }) => header.options?.noSession === true,
  supportsMultiTurn: ({ header, events }) =>
    header.options?.keepOpen === true && events.some(({ type, turnIndex }) => type === 'turn_start' && turnIndex === 1),
  supportsSteering: plays('steer'),
  supportsTextStreaming: streams('text_delta'),
  supportsToolCallStreaming: streams('tool_input_delta'),
  supportsThinkingStreaming: streams('thinking_delta'),
  approvalModes: {
    claims: ({ approvalModes }) =>
      approvalModes.map((mode) => ({ name: `approvals: ${mode}`, isShown: all(isUnder(mode), DECISION[mode]) })),
  },
  sandboxes: {
    noClaim:
      'What a sandbox lets happen shows on the disk: the tests of the agents that have one try each on the real CLI (test/real).',
  },
  nativeOptions: { noClaim: 'The words of a command line, of which test/native-options.test.ts tries each mode.' },
  supportsQuestions: has('input_required'),
  supportsThinking: has('thinking_start'),
  thinkingEffortLevels: {
    claims: ({ thinkingEffortLevels }) =>
      thinkingEffortLevels.map((level) => ({
        name: `thinking: ${level}`,
        isShown: all(({ header }) => header.options?.thinkingEffort === level, tells(/effort|thinking/i)),
      })),
  },
  supportsThinkingBudgetTokens: all(
    ({ header }) => header.options?.thinkingBudgetTokens !== undefined,
    tells(/thinking/i),
  ),
  systemPromptModes: {
    claims: ({ systemPromptModes }) =>
      systemPromptModes.map((mode) => ({
        name: `system prompt: ${mode}`,
        isShown: all(
          ({ header }) => header.options?.systemPromptMode === mode,
          tells(/system[-_]?(?:prompt|message)|instructions/i),
        ),
      })),
  },
  supportsMCP: has('mcp_tool_call_start'),
  supportsHostTools: plays('host-tool'),
  supportsOutputSchema: {
    noClaim: 'What is answered to a schema is no event: test/real/structured-output.test.ts asks each mode.',
  },
  supportsModelChoice: { noClaim: 'The rule: where a mode lacks it, a model is refused with the reason.' },
  supportsSkills: either(has('skill_loaded', 'skill_invoked'), plays('skill')),
  // No recording has the option. The reading of a file of the project, as in `agentdoc`, is something else.
  supportsAgentsMd: () => false,
  supportsImageInput: either(has('image_input_ack'), plays('image-input')),
  supportsFileAttachments: plays(
    ...SCENARIOS.flatMap(({ name, options: { attachments = [] } = {} }) =>
      attachments.some(({ filePath }) => filePath !== undefined) ? [name] : [],
    ),
  ),
  supportsMaxTokens: tellsInTime(({ type }) => type === 'token_usage'),
  maxCost: {
    claims: ({ maxCost }) =>
      maxCost === undefined ? [] : [{ name: `maxCostUsd: ${maxCost}`, isShown: COST_IN_TIME[maxCost] }],
  },
  supportsMaxTurns: all(has('turn_limit'), ({ entries }) => !entries.some(isOurLimit)),
  interrupt: {
    claims: ({ interrupt }) =>
      interrupt === 'protocol'
        ? [{ name: 'interrupt: protocol', isShown: all(has('interrupted'), isToldToInterrupt) }]
        : [],
  },
  events: { noClaim: 'The conformance suite holds them, type by type, against the golden events of each mode.' },
};

/** All claims of a mode, with what would prove each. */
export function claimsOf(capabilities: Capabilities): readonly Claim[] {
  const values = new Map<string, unknown>(Object.entries(capabilities));
  return Object.entries(EVIDENCE).flatMap(([name, row]: [string, Evidence[keyof Evidence]]): readonly Claim[] => {
    if (typeof row === 'function') {
      return values.get(name) === true ? [{ name, isShown: row }] : [];
    }
    return 'claims' in row ? row.claims(capabilities) : [];
  });
}

/** The proof of each approval mode: the result of a question to the host, of a leave that was given before, and of one that was refused. */
const DECISION: Readonly<Record<ApprovalMode, IsShown>> = {
  prompt: ({ events, entries }) => {
    const first = entries.findIndex(({ dir }) => dir === 'out');
    const asked = new Set(
      events.flatMap(({ type, interactionId }) => (type === 'approval_request' ? [interactionId] : [])),
    );
    return (
      events.some(({ type, interactionId }) => type === 'approval_granted' && asked.has(interactionId)) &&
      entries.some(({ dir }, index) => dir === 'in' && index > first)
    );
  },
  // Some CLIs print a document at the end, which does not contain the calls.
  yolo: either(has('tool_result'), plays('tool-shell', 'tool-shell-fail', 'file-create')),
  // Some CLIs report a refused call on stderr only.
  deny: either(has('approval_denied', 'tool_error'), plays('approval-headless')),
};

/** The events by which a run is kept within its budget. */
const COST_IN_TIME: Readonly<Record<NonNullable<Capabilities['maxCost']>, IsShown>> = {
  native: ({ events }) => events.some(({ type, code }) => type === 'error' && code === 'BUDGET_EXCEEDED'),
  told: tellsInTime(({ type, cost }) => type === 'cost' && (cost as CostRecord).totalUsd > 0),
  priced: tellsInTime(({ type, model }) => type === 'token_usage' && model !== undefined),
};

/** Whether such an event comes after one request and before the next one begins. */
function tellsInTime(isMeant: (event: Proof['events'][number]) => boolean): IsShown {
  return ({ events }) => {
    const told = events.findIndex((event) => event['lane'] === undefined && isMeant(event));
    return told >= 0 && events.slice(told).some(({ type, lane }) => type === 'step_start' && lane === undefined);
  };
}

function has(...types: readonly string[]): IsShown {
  return ({ types: shown }) => types.some((type) => shown.has(type));
}

function plays(...scenarios: readonly string[]): IsShown {
  return ({ fixture: { scenario } }) => scenarios.includes(scenario);
}

function either(...tests: readonly IsShown[]): IsShown {
  return (proof) => tests.some((test) => test(proof));
}

function all(...tests: readonly IsShown[]): IsShown {
  return (proof) => tests.every((test) => test(proof));
}

/** Whether the mode streams: two deltas of one block with nothing between, since a block that comes whole has one. */
function streams(delta: string): IsShown {
  return ({ events }) =>
    events.some(({ type, toolCallId }, index) => {
      const next = events[index + 1];
      return type === delta && next?.['type'] === delta && next['toolCallId'] === toolCallId;
    });
}

/** Whether the run had this approval mode; hand-written lines have no other options. */
function isUnder(mode: ApprovalMode): IsShown {
  return ({ header }) => (header.options?.approvalMode ?? 'prompt') === mode;
}

/** Whether the CLI was given this, by its command line or by the host's lines. */
function tells(what: RegExp): IsShown {
  return ({ header, entries }) =>
    header.argv.some((word) => what.test(word)) ||
    entries.some((entry) => entry.dir === 'in' && what.test(entry.text ?? ''));
}

/** Whether the host writes next, since a run without a protocol sends a signal. */
function isToldToInterrupt({ entries }: Proof): boolean {
  return entries.some((entry, index) => {
    if (entry.dir !== 'host' || entry.action !== 'interrupt') {
      return false;
    }
    return entries.slice(index + 1).find(({ dir }) => dir === 'in' || dir === 'host')?.dir === 'in';
  });
}

/** Whether the runtime counted, and not the CLI. */
function isOurLimit(entry: Proof['entries'][number]): boolean {
  if (entry.dir !== 'host' || entry.action !== 'draft') {
    return false;
  }
  const { draft } = entry;
  return draft.type === 'outcome' && draft.outcome.type === 'turn_limit';
}
