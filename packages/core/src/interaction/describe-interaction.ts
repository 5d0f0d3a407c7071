/** Describes a dialect's open question with everything that a program needs in order to answer it. */
import type { AskedEntry } from '@agent-mux/events/journal';
import type { Interaction } from '../adapter/index.ts';
import { approvalFacts } from '../assembler/index.ts';
import type { Clock } from '../clock.ts';
import { copyPlain } from '../copy-plain.ts';
import { given } from '../given.ts';
import type { PendingInteraction } from './interaction-channel.ts';

export function describeInteraction(
  native: Interaction,
  id: string,
  { runId, cwd, clock }: { readonly runId: string; readonly cwd: string; readonly clock: Clock },
): PendingInteraction {
  const { kind, action = 'Use a tool', detail, context, source = 'agent', riskLevel = 'medium', toolName } = native;
  return {
    id,
    type: kind,
    runId,
    description: kind === 'approval' ? `${action}: ${detail}` : detail,
    detail:
      kind === 'approval'
        ? { kind, action, toolName, riskLevel, context, ...approvalFacts(native, cwd) }
        : { kind, question: detail, context, source },
    createdAt: clock.now(),
    ...given({ toolCallId: native.toolCallId }),
    ...offerOf(native),
  };
}

/**
 * Returns what a question offers, for whoever may answer it and for readers of the journal. It is a copy: an agent that hears its own input
 * again with a grant must hear what it has asked, whatever a program makes of it to show it.
 */
export function offerOf(native: Interaction): Omit<AskedEntry, 'entry' | 'interactionId' | 'runId' | 'timestamp'> {
  const { scopes = ['once'], acceptsUpdatedInput = false, questions, schema } = native;
  return copyPlain({
    scopes,
    acceptsUpdatedInput,
    ...given({ questions, schema }),
    ...('input' in native ? { input: native.input } : {}),
  });
}
