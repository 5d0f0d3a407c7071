/** The same task asks the same of whoever judges, whichever agent does it: what kind of act, which command and paths, which lines. */
import { fileURLToPath } from 'node:url';
import { readCassette } from '@agent-mux/core/cassette';
import type { ApprovalFacts, FileChange } from '@agent-mux/events';
import { type Fixture, listFixtures, type NormalEvent, readGolden } from '@agent-mux/testkit';
import { beforeAll, describe, expect, it } from 'vitest';
import { riskLevel } from '../adapters/src/shared/risk-level.ts';
import {
  APPROVAL_ABSENCES,
  type ApprovalAbsence,
  NEVER_ASKED,
  type NeverAsked,
} from './uniformity/approval-absences.ts';

const ROOT = fileURLToPath(new URL('../fixtures', import.meta.url));
const AGENTS = ['claude', 'codex', 'gemini', 'copilot', 'opencode', 'omp'];
/** Only those of Codex has it as tools of its own; elsewhere it is a command like any other. */
const OF_PATCHES = ['codex'];

/** What somebody who judges is told. */
interface Asked {
  readonly toolKind?: unknown;
  readonly command?: unknown;
  readonly paths?: unknown;
  readonly url?: unknown;
  /** The host is taken from the URL where none is told by itself. */
  readonly host?: unknown;
  readonly mcp?: unknown;
  /** The input is that of a tool that is the same for all agents; their own tools take inputs of their own. */
  readonly input?: unknown;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

interface Task {
  readonly task: string;
  /** Recorded with each agent. */
  readonly scenarios: readonly string[];
  readonly agents: readonly string[];
  readonly asks: Asked;
}

const COMMAND = 'echo made > made.txt && cat made.txt';
const TASKS: readonly Task[] = [
  {
    task: 'a shell command',
    scenarios: ['approval-granted', 'approval-denied', 'approval-timeout'],
    agents: AGENTS,
    asks: { toolKind: 'execute', command: COMMAND, removed: [], added: [] },
  },
  {
    task: 'a new file',
    scenarios: ['approval-interrupt'],
    agents: AGENTS,
    asks: { toolKind: 'edit', paths: ['<cwd>/made.txt'], removed: [], added: ['made'] },
  },
  {
    task: 'an edit of a file that is there',
    scenarios: ['approval-edit'],
    agents: AGENTS,
    asks: { toolKind: 'edit', paths: ['<cwd>/a.txt'], removed: ['two'], added: ['TWO'] },
  },
  {
    task: 'a file that is deleted',
    scenarios: ['approval-delete'],
    agents: OF_PATCHES,
    asks: { toolKind: 'delete', paths: ['<cwd>/a.txt'], removed: ['away'], added: [] },
  },
  {
    task: 'a file that is moved and changed',
    scenarios: ['approval-move'],
    agents: OF_PATCHES,
    asks: { toolKind: 'move', paths: ['<cwd>/a.txt', '<cwd>/b.txt'], removed: ['two'], added: ['TWO'] },
  },
  {
    task: 'a page of the web',
    scenarios: ['approval-fetch'],
    agents: AGENTS,
    asks: {
      ...{ toolKind: 'fetch', url: 'http://pages.invalid/guide?part=2', host: 'pages.invalid' },
      ...{ removed: [], added: [] },
    },
  },
  {
    task: 'a tool of an MCP server',
    scenarios: ['approval-mcp'],
    agents: AGENTS,
    asks: {
      ...{ toolKind: 'mcp', mcp: { server: 'demo', tool: 'echo' }, input: { text: 'ping' } },
      ...{ removed: [], added: [] },
    },
  },
];

interface Case {
  readonly task: Task;
  readonly fixture: Fixture;
  readonly events: readonly NormalEvent[];
}

const cases: Case[] = [];

beforeAll(async () => {
  for (const fixture of await listFixtures(ROOT)) {
    const task = TASKS.find(
      ({ scenarios, agents }) => scenarios.includes(fixture.scenario) && agents.includes(fixture.agent),
    );
    if (task !== undefined) {
      cases.push({ task, fixture, events: (await readGolden(fixture)) ?? [] });
    }
  }
});

describe.each(TASKS)('$task', ({ task, agents, scenarios, asks }) => {
  const own = () => cases.filter((each) => each.task.task === task);

  it.each(agents)('is recorded with %s in its first mode', (agent) => {
    const found = own().filter(({ fixture }) => fixture.agent === agent && fixture.mode === undefined);
    expect([...new Set(found.map(({ fixture }) => fixture.scenario))].sort()).toEqual([...scenarios].sort());
  });

  it.each(agents)('asks the same with %s, less what a row says that its wire lacks', (agent) => {
    const told = own().filter(({ fixture }) => fixture.agent === agent);
    const lacking = APPROVAL_ABSENCES.filter((row) => row.task === task && row.agent === agent);
    const isAsked = !NEVER_ASKED.some((row) => row.task === task && row.agent === agent);
    for (const { fixture, events } of told) {
      const expected = Object.fromEntries(lacking.map(({ fact }) => [fact, fact in EMPTY ? [] : undefined]));
      const last = events.findLast(({ type }) => type === 'approval_request');
      const found = last === undefined ? undefined : askedIn(last, 'input' in asks);
      expect([fixture.dir, found]).toEqual([fixture.dir, isAsked ? { ...BLANK, ...asks, ...expected } : undefined]);
    }
  });
});

describe.each(APPROVAL_ABSENCES)('$agent does not tell "$fact" of $task, because $why', (row) => {
  it('before it asks: no message about the call has it', async () => {
    const found = cases.filter(({ task, fixture }) => task.task === row.task && fixture.agent === row.agent);
    expect(found.length).toBeGreaterThan(0);
    for (const { fixture } of found) {
      expect(await findFalse(row, fixture)).toBeUndefined();
    }
  });

  it('and with it the approval would be as elsewhere', () => {
    const task = TASKS.find(({ task }) => task === row.task);
    expect(task?.asks).toHaveProperty(row.fact);
  });
});

describe.each(NEVER_ASKED)('$agent never asks about $task, because $why', (row) => {
  it('its wire has the call and what came of it, and no question in between', async () => {
    const found = cases.filter(({ task, fixture }) => task.task === row.task && fixture.agent === row.agent);
    expect(found.length).toBeGreaterThan(0);
    for (const { fixture } of found) {
      expect(await findQuestion(row, fixture)).toBeUndefined();
    }
  });
});

/** Leave for these is leave for more than one act, which no kind says. */
const LEAVE_FOR_MORE: ReadonlySet<string> = new Set([
  'codex: get more permissions',
  // A command with permissions of its own.
  'codex: run a command',
  'omp: send a subagent, which asks about nothing',
]);

it('the risk of an approval is that of its kind and command, by one table for all agents', {
  timeout: 300_000,
}, async () => {
  const others = new Set<string>();
  let told = 0;
  for (const fixture of await listFixtures(ROOT)) {
    const asked = (await readGolden(fixture)) ?? [];
    for (const { type, action, riskLevel: risk, ...facts } of asked) {
      const { toolKind = 'other', command } = facts as ApprovalFacts;
      if (type !== 'approval_request') {
        continue;
      }
      told++;
      if (risk !== riskLevel(toolKind, command)) {
        others.add(`${fixture.agent}: ${String(action)}`);
      }
    }
  }
  expect(told).toBeGreaterThan(80);
  expect(others).toEqual(LEAVE_FOR_MORE);
});

describe('the lines of a change', () => {
  it.each<[FileChange, Pick<Asked, 'removed' | 'added'>]>([
    [
      { path: '/a', change: 'update', diff: '--- /a\n+++ /a\n@@ -1,2 +1,2 @@\n one\n--- two\n+++ TWO\n' },
      { removed: ['-- two'], added: ['++ TWO'] },
    ],
    [
      { path: '/a', change: 'update', oldText: 'a\nb\nc\n', newText: 'a\nB\nc\n' },
      { removed: ['b'], added: ['B'] },
    ],
    [
      { path: '/a', change: 'write', newText: 'a\nb' },
      { removed: [], added: ['a', 'b'] },
    ],
    [
      { path: '/a', change: 'delete', oldText: 'a\n' },
      { removed: ['a'], added: [] },
    ],
  ])('%j', (change, lines) => {
    expect(linesOf(change)).toEqual(lines);
  });
});

const EMPTY = { removed: [], added: [] };
const BLANK = {
  ...{ toolKind: undefined, command: undefined, paths: undefined, url: undefined, host: undefined, mcp: undefined },
  ...EMPTY,
};

function askedIn(event: NormalEvent, withInput: boolean): Asked {
  const { toolKind, command, paths, changes = [], url, mcp, input, ...facts } = event as ApprovalFacts;
  const lines = changes.map(linesOf);
  const host = facts.host ?? (url === undefined ? undefined : new URL(url).host);
  return {
    ...{ toolKind, command, paths, url, host, mcp, ...(withInput ? { input } : {}) },
    removed: lines.flatMap(({ removed }) => removed),
    added: lines.flatMap(({ added }) => added),
  };
}

function linesOf({ diff, oldText = '', newText = '' }: FileChange): Pick<Asked, 'removed' | 'added'> {
  if (diff !== undefined) {
    const body = diff.slice(diff.search(/^@@ /m)).split('\n');
    const marked = (sign: string) => body.filter((line) => line.startsWith(sign)).map((line) => line.slice(1));
    return { removed: marked('-'), added: marked('+') };
  }
  const [before, after] = [oldText, newText].map((text) => text.split('\n').filter((line) => line !== ''));
  return { removed: without(before ?? [], after ?? []), added: without(after ?? [], before ?? []) };
}

function without(lines: readonly string[], others: readonly string[]): readonly string[] {
  const left = [...others];
  return lines.filter((line) => {
    const at = left.indexOf(line);
    if (at !== -1) {
      left.splice(at, 1);
    }
    return at === -1;
  });
}

/** What is not as the row says. */
async function findFalse({ begins, asks, lacking }: ApprovalAbsence, fixture: Fixture): Promise<string | undefined> {
  const lines = await linesToldBy(fixture);
  const first = lines.findIndex((line) => line.includes(begins));
  const question = lines.findIndex((line) => line.includes(asks));
  if (first === -1 || question < first) {
    return `no message with ${begins} before one with ${asks}`;
  }
  return lines.slice(first, question + 1).find((line) => line.includes(lacking));
}

/** The same for one that is never asked. */
async function findQuestion({ begins, ends, asks }: NeverAsked, fixture: Fixture): Promise<string | undefined> {
  const lines = await linesToldBy(fixture);
  const first = lines.findIndex((line) => line.includes(begins));
  const last = lines.findIndex((line, at) => at > first && line.includes(ends));
  if (first === -1 || last === -1) {
    return `no message with ${begins} before one with ${ends}`;
  }
  return lines.slice(first, last).find((line) => line.includes(asks));
}

async function linesToldBy({ cassette }: Fixture): Promise<readonly string[]> {
  const { entries } = await readCassette(cassette);
  return entries.flatMap((entry) => ('text' in entry && entry.dir === 'out' ? [entry.text ?? ''] : []));
}
