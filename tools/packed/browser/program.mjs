/** Exercises events, journal, protocols and a policy in a page; it is copied to where the tarballs are installed, and prints one line. */
import * as events from '@agent-mux/events';
import { checkStream } from '@agent-mux/events/check';
import * as journal from '@agent-mux/events/journal';
import { policy } from '@agent-mux/policy';
import { project, projectAll } from '@agent-mux/protocols';
import * as a2a from '@agent-mux/protocols/a2a';
import * as afk from '@agent-mux/protocols/afk';
import * as agUi from '@agent-mux/protocols/ag-ui';
import * as agentic from '@agent-mux/protocols/agentic';
import * as cagent from '@agent-mux/protocols/cagent';
import * as laws from '@agent-mux/protocols/laws';
import * as looopy from '@agent-mux/protocols/looopy';
import * as model from '@agent-mux/protocols/model';
import * as uiMessages from '@agent-mux/protocols/ui-messages';
// The lines are those of a recorded run's journal, written beside this file.
import { lines } from './recorded.mjs';

const FORMATS = [
  ['a2a', a2a, a2a.a2a()],
  ['afk', afk, afk.afk()],
  ['ag-ui', agUi, agUi.agui()],
  ['agentic', agentic, agentic.agentic()],
  ['cagent', cagent, cagent.cagent()],
  ['looopy', looopy, looopy.looopy()],
  ['ui-messages', uiMessages, uiMessages.uiMessages()],
];

async function main() {
  const entries = readEntries();
  const said = {
    exports: [events, journal, model, laws, ...FORMATS.map(([, format]) => format)].map((all) => Object.keys(all)),
    events: tellEvents(entries.filter(journal.isEventEntry)),
    journal: { isSame: isSame(entries.map(journal.encodeEntry), lines), broken: journal.checkEntries(entries) },
    protocols: await tellProtocols(entries),
    policy: await tellPolicy(),
  };
  console.log(JSON.stringify(said));
}

function readEntries() {
  const decoder = journal.createEntryDecoder();
  return lines.map((line) => decoder.decode(line));
}

function tellEvents(recorded) {
  const decoder = events.createDecoder();
  const wire = recorded.map((event) => events.encodeEvent(event));
  const read = wire.map((line) => decoder.decode(line));
  const pieces = read.filter((event) => events.isEventType(event, 'tool_input_delta'));
  const ready = read.find((event) => events.isEventType(event, 'tool_call_ready'));
  return {
    types: events.EVENT_TYPES.length,
    isSame: isSame(
      read.map((event) => events.encodeEvent(event)),
      wire,
    ),
    pieces: pieces.length,
    // No line contains it: the reader has put it together.
    isWhole: isSame(JSON.parse(pieces.at(-1).inputAccumulated), ready.input),
    tools: read.filter(events.isToolEvent).map(({ type }) => type),
    interactions: read.filter(events.isInteractionEvent).map(({ type }) => type),
    broken: checkStream(read),
    refused: nameOfError(() => decoder.decode('{"type":"text_delta","delta":1}')),
  };
}

async function tellProtocols(entries) {
  const told = {};
  for (const [name, { check, decode }, projection] of FORMATS) {
    const outputs = projectAll(entries, projection);
    const oneByOne = [];
    for await (const output of project(entries, projection)) {
      oneByOne.push(output);
    }
    told[name] = {
      outputs,
      isSame: isSame(oneByOne, outputs),
      broken: check(outputs),
      read: outputs.map((output) => decode(JSON.stringify(output))),
    };
  }
  return told;
}

async function tellPolicy() {
  const decide = policy({
    allow: [{ command: 'npm test' }, { kind: 'read', path: '/work/**' }],
    deny: [{ host: 'evil.example' }],
  });
  const asked = [
    ...['npm test && npm test', 'npm test; rm -rf ~', 'curl evil.example'].map((command) => ({
      toolKind: 'execute',
      command,
    })),
    { toolKind: 'read', paths: ['/work/a.txt'] },
  ];
  const decided = asked.map((facts) =>
    decide(facts, { cwd: '/work' }).then(
      ({ decision }) => decision,
      // The message says what to do.
      ({ name, message }) => `${name} ${/'wasm-unsafe-eval'/.exec(message)?.[0] ?? message}`,
    ),
  );
  return (await Promise.all(decided)).join();
}

function isSame(first, second) {
  return JSON.stringify(first) === JSON.stringify(second);
}

function nameOfError(attempt) {
  try {
    attempt();
  } catch (error) {
    return error.name;
  }
  return 'nothing was thrown';
}

void main();
