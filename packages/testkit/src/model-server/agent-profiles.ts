/** The agents whose words the model server knows. */
import type { AgentProfile } from './agent-profile.ts';
import { claudeProfile } from './claude-profile.ts';

const PROFILES: readonly AgentProfile[] = [claudeProfile];

/** The profile of that name; one that is handed in is taken as it is. */
export function getAgentProfile(agent: string | AgentProfile): AgentProfile {
  if (typeof agent !== 'string') return agent;
  const profile = PROFILES.find((known) => known.agent === agent);
  if (profile === undefined) {
    const known = PROFILES.map((each) => each.agent).join(', ');
    throw new TypeError(`The model server knows no agent "${agent}". Pass an AgentProfile, or one of: ${known}.`);
  }
  return profile;
}
