/** Decisions of the host's own policies, which no CLI reports, so that the host publishes them as notes. */
import type { NoteEntry } from '@agent-mux/events/journal';
import { isObject } from '../../decode.ts';
import { isName, isText } from '../../given.ts';
import type { AfkAction, AfkPolicyDecision } from '../types.ts';

/** The kind of the note. */
const POLICY_DECISION = 'policy_decision';

const ACTIONS: readonly unknown[] = [
  'allow',
  'deny',
  'defer',
  'request_approval',
  'request_user_input',
] satisfies AfkAction[];

/** Reads a decision; null for a note of another kind, and for one that names no action. */
export function readDecision({ kind, data }: NoteEntry): AfkPolicyDecision | null {
  if (kind !== POLICY_DECISION || !isObject(data) || !ACTIONS.includes(data['action'])) {
    return null;
  }
  const { event_type: eventType, action, reason, policy_id: policyId, matched_rules: rules } = data;
  return {
    event_type: isName(eventType) ? eventType : 'host',
    action: action as AfkAction,
    reason: isText(reason) ? reason : '',
    policy_id: isText(policyId) ? policyId : null,
    matched_rules: Array.isArray(rules) ? rules.filter(isText) : [],
  };
}
