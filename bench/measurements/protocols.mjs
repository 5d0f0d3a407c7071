/** The cost of projecting a run to another system. */
import { probesOf, timed } from '../run-probe.mjs';
import { relativeGrowth } from '../statistics.mjs';
import { cutAnswer } from '../subjects/sink.mjs';
import { usedMb } from '../used-memory.mjs';

export const name = 'protocols';
export const title = 'Runs in the words of other systems';

/** The maker of each projection, by the name of its folder. */
const PROTOCOLS = {
  cagent: ({ cagent }) => cagent(),
  looopy: ({ looopy }) => looopy(),
  afk: ({ afk }) => afk(),
  agentic: ({ agentic }) => agentic(),
  a2a: ({ a2a }) => a2a(),
  'a2a 0.3': ({ a2a }) => a2a({ version: '0.3' }),
  'ag-ui': ({ agui }) => agui(),
  'ui-messages': ({ uiMessages }) => uiMessages(),
};

const DELTAS = 200_000;
/** The number of deltas of one message. */
const LONG = 400_000;
const POINTS = 8;
const MANY = 1_000_000;
const CALLS = 1_000;
const RUN_ID = '01JZ8M3QK50000000000000001';
const START = 1_760_000_000_000;

export async function measure({ repetitions }) {
  const run = probesOf(import.meta.url);
  const rows = [];
  for (const protocol of Object.keys(PROTOCOLS)) {
    const costs = [];
    const growth = [];
    const calls = [];
    for (let n = 0; n < repetitions; n++) {
      costs.push((await run('cost', { protocol })).ratio);
      growth.push((await run('growth', { protocol })).growth);
      calls.push((await run('calls', { protocol })).growth);
    }
    const { grownMb } = await run('memory', { protocol });
    rows.push(
      { what: `${protocol}: plain deltas, of JSON.parse of their lines`, unit: 'x', samples: costs, atMost: 0.5 },
      {
        what: `${protocol}: growth per event, 10,000 to 400,000 of a message`,
        unit: 'x',
        samples: growth,
        atMost: 0.15,
      },
      { what: `${protocol}: growth per event, to 1,000 open calls`, unit: 'x', samples: calls, atMost: 0.15 },
      { what: `${protocol}: heap, from event 100,000 to 1,000,000`, unit: 'MB', samples: [grownMb], atMost: 10 },
    );
  }
  return rows;
}

/** Measures both in turn, in pieces, so that other work on the machine slows both. */
export async function cost({ protocol }) {
  const { encodeEntry } = await import('@agent-mux/events/journal');
  const projection = await projectionOf(protocol);
  const entries = await deltasOf(DELTAS);
  const lines = entries.map((entry) => encodeEntry(entry));
  const said = await sayer(projection);
  let parsed = 0;
  const [say, parse] = [
    (from, to) => {
      for (let at = from; at < to; at++) {
        said.step(entries[at]);
      }
    },
    (from, to) => {
      for (let at = from; at < to; at++) {
        parsed += JSON.parse(lines[at]).seq;
      }
    },
  ];
  const piece = DELTAS / 20;
  const spent = { say: 0, parse: 0 };
  for (let from = 0; from < DELTAS; from += piece) {
    const saying = await timed(async () => say(from, from + piece));
    const parsing = await timed(async () => parse(from, from + piece));
    // The first pieces include the time of compiling.
    if (from >= 4 * piece) {
      spent.say += saying.cpuMs;
      spent.parse += parsing.cpuMs;
    }
  }
  if (parsed === 0) {
    throw new Error('Nothing was parsed.');
  }
  return { ratio: spent.say / spent.parse };
}

export async function growth({ protocol }) {
  const said = await sayer(await projectionOf(protocol));
  const entries = await deltasOf(LONG);
  const points = [];
  const piece = LONG / POINTS;
  await warm(protocol, entries);
  for (const entry of entries.slice(0, 10_000)) {
    said.step(entry);
  }
  for (let from = 10_000; from + piece <= LONG; from += piece) {
    points.push([from, await leastOf(piece, (at) => said.step(entries[from + at]))]);
  }
  return { growth: relativeGrowth(points) };
}

/** Measures deltas of one text, while more and more calls are open. */
export async function calls({ protocol }) {
  const said = await sayer(await projectionOf(protocol));
  const deltas = await deltasOf(120_000);
  await warm(protocol, deltas);
  for (const entry of deltas.slice(0, 20_000)) {
    said.step(entry);
  }
  const points = [];
  let seq = 200_000;
  for (let open = 0; open < CALLS; open += CALLS / POINTS) {
    for (let n = 0; n < CALLS / POINTS; n++) {
      said.step({
        ...base('tool_call_start', seq++),
        toolCallId: `call-${open + n}`,
        toolName: 'Read',
        inputAccumulated: '',
      });
      said.step({
        ...base('tool_call_ready', seq++),
        toolCallId: `call-${open + n}`,
        toolName: 'Read',
        input: { path: 'a' },
      });
    }
    const from = 20_000 + (open / CALLS) * 100_000;
    points.push([open, await leastOf(12_500, (at) => said.step(deltas[from + at]))]);
  }
  return { growth: relativeGrowth(points) };
}

export async function memory({ protocol }) {
  const said = await sayer(await projectionOf(protocol));
  const { createTextDelta } = await import('@agent-mux/events');
  const pieces = [...cutAnswer(1_000)];
  let [atFirst, grownMb] = [0, 0];
  for (let seq = 0; seq < MANY; seq++) {
    // A message ends now and then, as those of agents do.
    if (seq % 5_000 === 4_999) {
      said.step({ ...base('message_stop', seq), text: '' });
      said.step(base('message_start', seq));
    }
    said.step(
      createTextDelta({ runId: RUN_ID, agent: 'claude', timestamp: START + seq, seq }, pieces[seq % 1_000], ''),
    );
    if (seq === 99_999) {
      atFirst = await usedMb();
    }
    if (seq === MANY - 1) {
      grownMb = (await usedMb()) - atFirst;
    }
  }
  return { grownMb };
}

/** The cheapest of five parts, because other work, or the garbage collector, seldom affects all of them. */
async function leastOf(count, step) {
  const part = Math.floor(count / 5);
  const costs = [];
  for (let n = 0; n < 5; n++) {
    const { cpuMs } = await timed(async () => {
      for (let at = n * part; at < (n + 1) * part; at++) {
        step(at);
      }
    });
    costs.push(cpuMs);
  }
  return Math.min(...costs);
}

/** Compiles everything before the first point, by a run of its own. */
async function warm(protocol, entries) {
  const said = await sayer(await projectionOf(protocol));
  for (let n = 0; n < 2; n++) {
    for (const entry of entries.slice(0, 120_000)) {
      said.step(entry);
    }
  }
}

async function projectionOf(protocol) {
  const exported = await import(`@agent-mux/protocols/${protocol.split(' ')[0]}`);
  return PROTOCOLS[protocol](exported);
}

/** A run that has begun to speak. */
async function sayer(projection) {
  const state = projection.init();
  let outputs = 0;
  const emit = () => {
    outputs++;
  };
  const step = (entry) => projection.step(state, entry, emit);
  step({ entry: 'open', runId: RUN_ID, timestamp: START, header: HEADER });
  step({
    entry: 'input',
    input: 'prompt',
    runId: RUN_ID,
    timestamp: START,
    by: { kind: 'program' },
    id: 'p0',
    text: 'hello',
    as: 'first',
  });
  step({ ...base('session_start', 0), sessionId: 's1', resumed: false });
  step({ ...base('turn_start', 1), turnIndex: 0 });
  step(base('message_start', 2));
  return { step, count: () => outputs };
}

function base(type, seq) {
  return { type, runId: RUN_ID, agent: 'claude', timestamp: START + seq, seq };
}

const HEADER = {
  ...{ format: 1, runId: RUN_ID, name: 'main', agent: 'claude', mode: 'bidi', prompt: 'hello', cwd: '/work' },
  ...{ approvalMode: 'yolo', stream: 'auto', tags: [], contextId: RUN_ID, threadId: RUN_ID, taskId: RUN_ID },
  ...{ root: RUN_ID, depth: 0, path: ['main'], initiator: 'user', options: {} },
};

async function deltasOf(count) {
  const { createTextDelta } = await import('@agent-mux/events');
  return [...cutAnswer(count)].map((piece, seq) =>
    createTextDelta({ runId: RUN_ID, agent: 'claude', timestamp: START + (seq >> 6), seq: seq + 3 }, piece, piece),
  );
}
