/** The agents that the model server knows. */
import type { AgentProfile } from './agent-profile.ts';
import { claudeProfile } from './claude-profile.ts';
import { codexProfile } from './codex-profile.ts';
import { copilotProfile } from './copilot-profile.ts';
import { geminiProfile } from './gemini-profile.ts';
import { ompProfile } from './omp-profile.ts';
import { openclawProfile } from './openclaw-profile.ts';
import { opencodeProfile } from './opencode-profile.ts';
import { piProfile } from './pi-profile.ts';

const PROFILES: readonly AgentProfile[] = [
  claudeProfile,
  codexProfile,
  copilotProfile,
  geminiProfile,
  openclawProfile,
  opencodeProfile,
  piProfile,
  ompProfile,
];

/** The profile of that name; a profile itself is returned as it is. */
export function getAgentProfile(agent: string | AgentProfile): AgentProfile {
  if (typeof agent !== 'string') {
    return agent;
  }
  const profile = PROFILES.find((known) => known.agent === agent);
  if (profile === undefined) {
    const known = PROFILES.map((each) => each.agent).join(', ');
    throw new TypeError(`The model server knows no agent "${agent}". Pass an AgentProfile, or one of: ${known}.`);
  }
  return profile;
}
