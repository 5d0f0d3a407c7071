/** How long an agent waits for an approval that is granted at once, as the agent itself sees it. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { probesOf } from '../run-probe.mjs';
import { getSubject } from '../subjects/index.mjs';

export const name = 'approval';
export const title = 'Approval there and back';

const AGENT = fileURLToPath(new URL('../ask-agent.mjs', import.meta.url));
const ROUNDS = 1_000;
/** How many answers are left out, because the first ones include the time of compiling. */
const WARM = 50;
const BAR_MS = 5;

export async function measure({ repetitions, folder, subject }) {
  const run = probesOf(import.meta.url);
  const samples = [];
  for (let n = 0; n < repetitions; n++) {
    samples.push(await run('approve', { subject: subject.name, report: `${folder}/approvals.json` }));
  }
  return [
    { what: `question to answer, the middle of ${ROUNDS - WARM}`, unit: 'ms', samples: samples.map(({ p50 }) => p50) },
    { what: 'question to answer, 99 of 100', unit: 'ms', samples: samples.map(({ p99 }) => p99), atMost: BAR_MS },
  ];
}

export async function approve({ subject: name, report }) {
  const { createClient } = await import('agent-mux');
  const { agent, mode } = getSubject(name);
  const result = await createClient().run({
    agent,
    mode,
    prompt: 'hello',
    binary: AGENT,
    env: { BENCH_ROUNDS: String(ROUNDS), BENCH_REPORT: report },
    approvalMode: 'prompt',
    onApprovalRequest: () => 'approve',
  });
  if (result.exitReason !== 'completed') {
    throw new Error(`The run ended as ${result.exitReason}: ${result.error.message}`);
  }
  const times = JSON.parse(readFileSync(report, 'utf8'))
    .slice(WARM)
    .sort((a, b) => a - b);
  const at = (share) => times[Math.floor(times.length * share)];
  return { p50: at(0.5), p99: at(0.99) };
}
