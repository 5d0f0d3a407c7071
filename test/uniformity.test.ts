/** The same scenario gives streams of the same shape, whichever agent plays it; where not, a row says why. */
import { fileURLToPath } from 'node:url';
import { builtInAdapters } from '@agent-mux/adapters';
import type { NormalEvent } from '@agent-mux/testkit';
import { describe, expect, it } from 'vitest';
import { compareGoldens, findUnexplained, isNeeded, readGoldens } from './uniformity/compare.ts';
import { DIFFERENCES } from './uniformity/differences.ts';
import { NOT_COMPARED } from './uniformity/shape.ts';

const goldens = await readGoldens(fileURLToPath(new URL('../fixtures', import.meta.url)));
const comparisons = compareGoldens(goldens);

describe('streams of all agents', () => {
  it.each(comparisons)('$scenario: $who does as $reference does, or a row says why not', (comparison) => {
    expect(findUnexplained(comparison)).toEqual([]);
  });

  it('have no row of differences too many', () => {
    const needless = ({ why, cases }: (typeof DIFFERENCES)[number]) =>
      cases.length === 0 || cases.some((each) => !isNeeded(each, comparisons)) ? [why] : [];
    expect(DIFFERENCES.flatMap(needless)).toEqual([]);
  });

  it('are the same for most', () => {
    const same = comparisons.filter(({ lines }) => lines.length === 0);
    expect(same.length).toBeGreaterThan(comparisons.length / 2);
  });
});

describe('a type that is not compared', () => {
  const agentsOf = (type: string): readonly string[] => [
    ...new Set(
      goldens.flatMap(({ who, events }) =>
        events.some((event) => event['type'] === type) ? [who.replace(/\..*$/, '')] : [],
      ),
    ),
  ];
  const claims = Object.entries(NOT_COMPARED).filter(([, why]) => why.startsWith('only '));

  it.each(claims)('%s is shown by those alone whom its reason names: %s', (type, why) => {
    const named = builtInAdapters.map(({ agent }) => agent).filter((agent) => new RegExp(`\\b${agent}\\b`).test(why));
    expect(agentsOf(type).toSorted()).toEqual(named.toSorted());
  });
});

describe('a stream that is wrong', () => {
  it.each<Fault>([
    {
      what: 'an approval of something else',
      scenario: 'approval-granted',
      who: 'codex',
      edit: change('approval_request', {
        action: 'sing a song',
        detail: 'la la',
        toolName: 'voice',
        riskLevel: 'low',
        toolCallId: 'another',
      }),
      seen: [
        '- approval_request of call 1 (high): run "echo made > made.txt && cat made.txt"',
        '+ approval_request of call 2 (low): sing a song "la la"',
      ],
    },
    {
      what: 'an approval of the tool of another call',
      scenario: 'approval-granted',
      who: 'codex',
      edit: change('approval_request', { toolName: 'voice' }),
      seen: [
        '- approval_request of call 1 (high): run "echo made > made.txt && cat made.txt"',
        '+ approval_request of call 1 as voice (high): run "echo made > made.txt && cat made.txt"',
      ],
    },
    {
      what: 'another reason of a denial',
      scenario: 'approval-denied',
      who: 'codex',
      edit: change('approval_denied', { reason: 'no' }),
      seen: ['- approval_denied of call 1: "not on a Sunday"', '+ approval_denied of call 1: "no"'],
    },
    {
      what: 'calls without results',
      scenario: 'approval-parallel',
      who: 'codex',
      edit: leaveOut('tool_result', 'tool_error'),
      seen: ['- tool_result', '- tool_error', '- tool_result'],
    },
    {
      what: 'calls that nobody has granted',
      scenario: 'approval-parallel',
      who: 'codex',
      edit: leaveOut('approval_granted'),
      seen: ['- approval_granted of call 1', '- approval_granted of call 3'],
    },
    {
      what: 'two subagents in one lane',
      scenario: 'subagent-parallel',
      who: 'codex',
      edit: intoOneLane,
      seen: [
        '- in lane 2: message_stop "Right begins, right ends."',
        '+ in lane 1: message_stop "Right begins, right ends."',
      ],
    },
    {
      what: 'another limit of turns',
      scenario: 'turn-limit',
      who: 'codex',
      edit: change('turn_limit', { maxTurns: 77 }),
      seen: ['- turn_limit 2', '+ turn_limit 77'],
    },
    {
      what: 'a command without an end',
      scenario: 'tool-shell',
      who: 'gemini',
      edit: leaveOut('shell_exit'),
      seen: ['no more: + shell_exit -1'],
    },
    {
      what: 'events twice where a row explains one',
      scenario: 'subagent',
      who: 'codex',
      edit: (events) => events.flatMap((event) => (event['type'] === 'tool_result' ? [event, event] : [event])),
      seen: ['+ in lane 1: tool_result', '+ tool_result'],
    },
    {
      what: 'another answer to a question',
      scenario: 'input-required',
      who: 'copilot',
      edit: change('tool_result', { output: 'User selected: Red' }),
      seen: ['- tool_result the answer "Blue"', '+ tool_result the answer "Red"'],
    },
    {
      what: 'a grant before anybody was asked',
      scenario: 'approval-granted',
      who: 'codex',
      edit: putFirst('approval_granted'),
      seen: ['~ approval_granted of call 1'],
    },
    {
      what: 'a second mode that tells no text',
      scenario: 'tool-shell',
      who: 'codex.exec',
      edit: leaveOut('message_stop'),
      seen: ['- message_stop "I will run it."', '- message_stop "It counted to three."'],
    },
  ])('is seen: $what', ({ scenario, who, edit, seen }) => {
    const changed = goldens.flatMap((golden) => {
      if (golden.scenario !== scenario) {
        return [];
      }
      return golden.who === who ? { ...golden, events: edit(golden.events) } : golden;
    });
    const comparison = compareGoldens(changed).find((each) => each.who === who);
    expect(comparison && findUnexplained(comparison)).toEqual(seen);
  });
});

interface Fault {
  readonly what: string;
  readonly scenario: string;
  readonly who: string;
  readonly edit: Edit;
  /** All that no row explains then. */
  readonly seen: readonly string[];
}

type Edit = (events: readonly NormalEvent[]) => readonly NormalEvent[];

function change(type: string, fields: NormalEvent): Edit {
  return (events) => events.map((event) => (event['type'] === type ? { ...event, ...fields } : event));
}

function leaveOut(...types: string[]): Edit {
  return (events) => events.filter((event) => !types.includes(String(event['type'])));
}

function putFirst(type: string): Edit {
  return (events) => [...events].sort((a, b) => Number(b['type'] === type) - Number(a['type'] === type));
}

function intoOneLane(events: readonly NormalEvent[]): readonly NormalEvent[] {
  const first = events.find(({ lane }) => lane !== undefined)?.['lane'];
  return events.map((event) => (event['lane'] === undefined ? event : { ...event, lane: first }));
}
