/** Agents for the tests of a program: a real CLI with a scripted model, or a recording. */
export { type PlayedAgentOptions, playedAgent } from './played-agent.ts';
export { type ScriptedAgent, type ScriptedAgentOptions, scriptedAgent } from './scripted-agent.ts';
export type { TestAgent } from './test-agent.ts';
