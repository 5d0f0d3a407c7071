/** A programmable child process for tests. */
export { encodeSteps, type FakeAgentCommand, fakeAgent, fakeAgentFile } from './fake-agent.ts';
export type { FakeAgentStep, ForkStep, LightFakeAgentStep } from './steps.ts';
