/** What a prompt becomes: the parameters of a request that begins a turn or joins one. */
import type { PromptInput, ResolvedOptions } from '@agent-mux/core';
import { defined } from '../../shared/index.ts';
import { turnSandbox } from './sandbox-policy.ts';

export interface TurnRequest {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** Words that Codex's own terminal knows, for each of which its protocol has a request. */
const COMPACT = /^\/compact\s*$/;
const REVIEW = /^\/review(?:\s+([\s\S]+))?$/;
const PLAN = /^\/plan\s+([\s\S]+)$/;

/** What is known about the thread in which a turn is begun. */
export interface ThreadStanding {
  readonly threadId: string;
  readonly model: string | undefined;
  /** Whether the turn before was in plan mode, which stays on until another mode is set. */
  readonly isPlanning: boolean;
}

/** The request of a new turn. `/compact`, `/review` and `/plan` mean what they mean in Codex's terminal. */
export function turnRequest(input: PromptInput, standing: ThreadStanding, options: ResolvedOptions): TurnRequest {
  const { threadId } = standing;
  const text = input.text.trim();
  if (COMPACT.test(text)) {
    return { method: 'thread/compact/start', params: { threadId } };
  }
  const review = REVIEW.exec(text);
  if (review !== null) {
    const instructions = review[1]?.trim();
    const target = instructions === undefined ? { type: 'uncommittedChanges' } : { type: 'custom', instructions };
    return { method: 'review/start', params: { threadId, target, delivery: 'inline' } };
  }
  const plan = PLAN.exec(text)?.[1];
  const effort = options.thinkingEffort;
  return {
    method: 'turn/start',
    params: {
      threadId,
      input: userInput(plan === undefined ? input : { ...input, text: plan }),
      // Codex would write the folder of a thread that begins with more than this into the user's configuration as trusted (0.169.0), so each turn
      // says what it may do.
      sandboxPolicy: turnSandbox(options),
      ...collaboration(plan !== undefined, standing),
      ...defined({ outputSchema: options.outputSchema }),
      ...(effort === undefined ? {} : { effort: effort === 'max' ? 'xhigh' : effort, summary: 'auto' }),
    },
  };
}

function collaboration(isPlan: boolean, { model, isPlanning }: ThreadStanding): Readonly<Record<string, unknown>> {
  if (model === undefined || (!isPlan && !isPlanning)) {
    return {};
  }
  const settings = { model, reasoning_effort: null, developer_instructions: null };
  return { collaborationMode: { mode: isPlan ? 'plan' : 'default', settings } };
}

export function userInput({ text, images = [] }: PromptInput): readonly unknown[] {
  return [
    { type: 'text', text, text_elements: [] },
    ...images.map(({ mimeType, data }) => ({ type: 'image', url: `data:${mimeType};base64,${data}` })),
  ];
}
