/** What shows that a mode can do what it claims, besides its event types. */
import type { Capabilities } from '@agent-mux/core';
import type { Proof } from './read-proofs.ts';

interface Evidence {
  /** As it is named in the table and in the reasons. */
  readonly name: string;
  readonly isClaimed: (capabilities: Capabilities) => boolean;
  readonly isShown: (proof: Proof) => boolean;
}

const has =
  (...types: readonly string[]) =>
  ({ types: shown }: Proof): boolean =>
    types.some((type) => shown.has(type));
const plays =
  (...scenarios: readonly string[]) =>
  ({ fixture: { scenario } }: Proof): boolean =>
    scenarios.includes(scenario);
const either =
  (...tests: readonly ((proof: Proof) => boolean)[]) =>
  (proof: Proof): boolean =>
    tests.some((test) => test(proof));
const approves =
  (mode: Capabilities['approvalModes'][number]) =>
  ({ header }: Proof): boolean =>
    header.options?.approvalMode === mode;

export const EVIDENCE: readonly Evidence[] = [
  { name: 'canResume', isClaimed: ({ canResume }) => canResume, isShown: has('session_resume') },
  { name: 'canFork', isClaimed: ({ canFork }) => canFork, isShown: has('session_fork') },
  {
    name: 'supportsMultiTurn',
    isClaimed: ({ supportsMultiTurn }) => supportsMultiTurn,
    isShown: ({ events }) => events.some(({ type, turnIndex }) => type === 'turn_start' && turnIndex === 1),
  },
  { name: 'supportsSteering', isClaimed: ({ supportsSteering }) => supportsSteering, isShown: plays('steer') },
  {
    name: 'supportsTextStreaming',
    isClaimed: ({ supportsTextStreaming }) => supportsTextStreaming,
    isShown: ({ events }) =>
      events.some(({ type }, index) => type === 'text_delta' && events[index + 1]?.['type'] === type),
  },
  {
    name: 'supportsToolCallStreaming',
    isClaimed: ({ supportsToolCallStreaming }) => supportsToolCallStreaming,
    isShown: has('tool_input_delta'),
  },
  {
    name: 'supportsThinkingStreaming',
    isClaimed: ({ supportsThinkingStreaming }) => supportsThinkingStreaming,
    isShown: has('thinking_delta'),
  },
  {
    name: 'approvals: prompt',
    isClaimed: ({ approvalModes }) => approvalModes.includes('prompt'),
    isShown: has('approval_request'),
  },
  {
    name: 'approvals: yolo',
    isClaimed: ({ approvalModes }) => approvalModes.includes('yolo'),
    isShown: approves('yolo'),
  },
  {
    name: 'approvals: deny',
    isClaimed: ({ approvalModes }) => approvalModes.includes('deny'),
    isShown: approves('deny'),
  },
  {
    name: 'supportsQuestions',
    isClaimed: ({ supportsQuestions }) => supportsQuestions,
    isShown: has('input_required'),
  },
  { name: 'supportsThinking', isClaimed: ({ supportsThinking }) => supportsThinking, isShown: has('thinking_start') },
  { name: 'supportsMCP', isClaimed: ({ supportsMCP }) => supportsMCP, isShown: has('mcp_tool_call_start') },
  {
    name: 'supportsHostTools',
    isClaimed: ({ supportsHostTools = false }) => supportsHostTools,
    isShown: plays('host-tool'),
  },
  {
    name: 'supportsSkills',
    isClaimed: ({ supportsSkills }) => supportsSkills,
    isShown: either(has('skill_loaded', 'skill_invoked'), plays('skill')),
  },
  {
    name: 'supportsAgentsMd',
    isClaimed: ({ supportsAgentsMd }) => supportsAgentsMd,
    isShown: either(has('agentdoc_read'), plays('agentdoc')),
  },
  {
    name: 'supportsImageInput',
    isClaimed: ({ supportsImageInput }) => supportsImageInput,
    isShown: either(has('image_input_ack'), plays('image-input')),
  },
  { name: 'supportsMaxTurns', isClaimed: ({ supportsMaxTurns }) => supportsMaxTurns, isShown: has('turn_limit') },
  {
    name: 'interrupt: protocol',
    isClaimed: ({ interrupt }) => interrupt === 'protocol',
    isShown: has('interrupted'),
  },
];
