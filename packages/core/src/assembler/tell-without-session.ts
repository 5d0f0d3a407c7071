/** Reports what came before a session that never did: it is no output, and must not be lost. */
import type { EndCause, Respawn } from './contract.ts';
import { cutJson } from './json-text.ts';
import type { Output } from './output.ts';
import type { Arrival } from './withheld.ts';

export function tellWithoutSession(out: Output, what: Arrival, final: EndCause | undefined): void {
  const told = 'draft' in what ? what.draft : what.retry;
  switch ('draft' in what ? what.draft.type : 'retry') {
    case 'turn_start':
    case 'step_start':
    case 'step_end':
    // It was told when the wait for the next attempt began.
    case 'retry':
      break;
    case 'turn_end':
    case 'outcome':
      // The run may know the same end already, in words of its own. The last words of a turn that went well stand nowhere else.
      if ('outcome' in told && told.outcome !== undefined ? !isSame(told.outcome, final) : 'text' in told) {
        out.debug('info', `Before there was a session: ${cutJson(told)}`);
      }
      break;
    default:
      out.debug('info', `Before there was a session: ${cutJson(told)}`);
  }
}

/**
 * Says at once that an attempt has failed. Its `retry` event has to wait for the session, and whoever looks at the run would hear nothing
 * for as long as attempts fail.
 */
export function tellRetryWithoutSession(out: Output, { attempt, maxAttempts, reason, delayMs }: Respawn): void {
  out.debug(
    'warn',
    `The agent failed before there was a session (${reason}). Retry ${attempt} of ${maxAttempts} begins in ${Math.round(delayMs)} ms.`,
  );
}

function isSame(outcome: EndCause, final: EndCause | undefined): boolean {
  return JSON.stringify(outcome) === JSON.stringify(final);
}
