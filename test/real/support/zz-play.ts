import { writeFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { claude } from '@agent-mux/adapters';
import { normalizeEvents } from '@agent-mux/core/cassette';
import { checkStream } from '@agent-mux/events/check';
import { getScenario, playScenario, prepareClaude } from '@agent-mux/testkit';
import { claudeBinary } from '/work/main/test/real/support/agents.ts';

const [name = 'text', mode = 'bidi', version = '2.1.329'] = process.argv.slice(2);
const scenario = getScenario(name);
const t = Date.now();
const played = await playScenario(scenario, {
  adapter: claude,
  mode,
  version,
  binary: claudeBinary(version as never),
  environment: prepareClaude,
  words: { compact: '/compact' },
  timeoutMs: 40000,
  onEnd: async ({ runs }) => {
    let i = 0;
    for (const r of runs)
      await cp(r.recording, `/tmp/real-claude/rec/${name}.${mode}.${version}.${i++}`, { recursive: true });
  },
});
for (const run of played.runs) {
  const last = '';
  for (const e of normalizeEvents(run.events, { redactor: run.redactor, joinDeltas: true })) {
    const { runId, agent, timestamp, seq, ...rest } = e;
    console.log(String(seq).padStart(3), JSON.stringify(rest).slice(0, 700));
  }
  const { events, ...r } = run.result;
  console.log(JSON.stringify({ ...r, text: r.text.slice(0, 200) }));
  console.log('violations', checkStream(run.events), 'followUps', run.followUps);
}
console.log(
  'requests',
  played.modelRequests.map((r) => r.rule + (r.fault ? ' ' + r.fault : '')),
  'all',
  played.requests.map((r) => `${r.method} ${r.url} ${r.rule}`),
  'unmatched',
  played.unmatched.map((r) => r.rule),
  'leftOver',
  played.leftOver,
  'problems',
  played.problems,
);
console.log(Date.now() - t, 'ms');
