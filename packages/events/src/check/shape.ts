/** Each event by itself: the fields of its type, and the rule that a wrong one breaks. */
import type { EventProblem } from '../check-fields.ts';
import { findProblems, isOfLaterVersion } from '../validate.ts';
import type { CheckState } from './check-state.ts';
import type { Rule } from './rules.ts';

/**
 * How much of an event can be checked: `known` lets every watch look at it; `later` is a type that may have been added, which breaks
 * nothing; `broken` has a place in the journal and nothing else; `nothing` has not even that.
 */
export type Shape = 'known' | 'later' | 'broken' | 'nothing';

export function checkShape(event: unknown, { report }: CheckState): Shape {
  const type = typeof event === 'object' && event !== null && 'type' in event ? String(event.type) : typeof event;
  const problems = findProblems(event, { wire: true });
  if (isOfLaterVersion(event, problems)) {
    return 'later';
  }
  for (const problem of problems) {
    report(ruleOf(type, problem), `${type}: ${problem.message}`);
  }
  if (problems.some(({ path }) => path === '')) {
    return 'nothing';
  }
  // A value out of range can still be checked further; one of the wrong type would only cause false errors.
  return problems.some(({ path, isWrongKind }) => isWrongKind && path !== 'seq' && path !== 'raw') ? 'broken' : 'known';
}

function ruleOf(type: string, { path, isWrongKind }: EventProblem): Rule {
  switch (path) {
    case 'runId':
    case 'agent':
    case 'timestamp':
      return 'M-1';
    case 'seq':
      return 'D-seq';
    case 'lane':
      return 'D-lane';
    case 'raw':
      return 'M-3';
    case 'delta':
      return isWrongKind ? 'M-4' : 'D-empty-delta';
    case 'base64':
      return isWrongKind ? 'M-4' : 'D-image';
    default:
      return path.startsWith('cost') || type === 'token_usage' ? 'M-9' : 'M-4';
  }
}
