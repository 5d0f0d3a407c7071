/** OpenClaw on the real one. A run takes 20 s to a minute, so CI plays those that show each form of its document; recording plays all of the stage. */
import { SCENARIOS } from '@agent-mux/testkit';
import { describeAgent } from './support/describe-agent.ts';
import { openclawStage } from './support/stages/openclaw.ts';

const TELLING = new Set(['text-buffered', 'tool-shell', 'resume', 'cost', 'tool-shell-fail', 'file-create']);
const isRecording = process.env['AMUX_FIXTURES'] === 'record';

describeAgent(openclawStage, {
  scenarios: isRecording ? SCENARIOS : SCENARIOS.filter(({ name }) => TELLING.has(name)),
});
