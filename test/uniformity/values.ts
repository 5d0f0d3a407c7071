/** What the streams of a scenario say in values: outputs, diffs, failures and tokens, without each CLI's own words around them. */
import type { NormalEvent } from '@agent-mux/testkit';
import { USAGE_FACTS } from '../usage/facts.ts';
import { compareGoldens, type Golden, without } from './compare.ts';

/** What is compared, with how it is made comparable. */
export const VALUES = {
  'command outputs':
    'what commands printed, line by line in any order, without the exit codes and durations that a CLI adds',
  'read contents': 'what was read of files, without numbers of lines and tags',
  'MCP outputs': 'the texts that MCP tools gave',
  diffs: 'the lines that a patch takes and gives, without what lies around them',
  'words of ours': 'what the runtime itself says of a call that the agent has not ended',
  tokens: 'the counts of the last `cost` that the wire of both tells (docs/usage.md)',
} as const;
export type What = keyof typeof VALUES;

export type Values = Readonly<Record<What, readonly string[]>>;

/** `none`: it says nothing of what the other says. */
export type How = 'none' | 'less' | 'more' | 'other';

/** undefined: they say the same. */
export function compareValues(what: What, reference: Values, own: Values): How | undefined {
  const [expected, found] =
    what === 'tokens' ? commonCounts(reference.tokens, own.tokens) : [reference[what], own[what]];
  const lost = without(expected, found);
  const added = without(found, expected);
  if (lost.length === 0 && added.length === 0) {
    return undefined;
  }
  if (what === 'tokens') {
    return sumOf(found) > sumOf(expected) ? 'more' : 'less';
  }
  if (found.length === 0) {
    return 'none';
  }
  if (lost.length === 0) {
    return 'more';
  }
  return added.length === 0 ? 'less' : 'other';
}

/** Counts that both tell. */
function commonCounts(
  some: readonly string[],
  others: readonly string[],
): readonly [readonly string[], readonly string[]] {
  const names = (counts: readonly string[]): readonly string[] => counts.map((count) => count.split(' ')[0] ?? '');
  const both = names(some).filter((name) => names(others).includes(name));
  const only = (counts: readonly string[]): readonly string[] =>
    counts.filter((count) => both.includes(count.split(' ')[0] ?? ''));
  return [only(some), only(others)];
}

function sumOf(counts: readonly string[]): number {
  return counts.reduce((sum, count) => sum + Number(count.split(' ')[1]), 0);
}

export function valuesOf({ who, events }: Golden): Values {
  const idsOf = (type: string, isMeant: (event: NormalEvent) => boolean = () => true): ReadonlySet<unknown> =>
    new Set(events.filter((event) => event['type'] === type && isMeant(event)).map(({ toolCallId }) => toolCallId));
  const reads = idsOf('file_read');
  const commands = idsOf('shell_start');
  // What is told of a command that nobody has seen end is no output.
  const unended = idsOf('shell_exit', ({ exitCodeKnown }) => exitCodeKnown === false);
  const ends = events.filter(({ type }) => type === 'tool_result' || type === 'tool_error');
  const isPrinted = ({ type, toolCallId }: NormalEvent): boolean =>
    commands.has(toolCallId) && !reads.has(toolCallId) && !(type === 'tool_error' && unended.has(toolCallId));
  const isRead = ({ type, toolCallId }: NormalEvent): boolean => type === 'tool_result' && reads.has(toolCallId);
  return {
    'command outputs': ends.filter(isPrinted).flatMap((event) => linesOf(wordsOf(event), AROUND_COMMAND)),
    'read contents': ends.filter(isRead).flatMap((event) => linesOf(wordsOf(event), AROUND_FILE)),
    'MCP outputs': events
      .filter(({ type }) => type === 'mcp_tool_result')
      .flatMap((event) => linesOf(wordsOf(event), IMAGE)),
    diffs: events.flatMap(({ type, diff }) => (type === 'file_patch' ? changedLines(String(diff)) : [])),
    'words of ours': ends.map(wordsOf).filter((text) => OURS.test(text)),
    tokens: tokensOf(who, events),
  };
}

/** How the runtime ends what the agent left open. */
const OURS = /^The (?:run|turn) has ended\b/;

const AROUND_COMMAND =
  /^(?:Exit code \d+|<shellId: .*>|Wall time: .*|\(?Command exited with code \d+\)?|\(no output\)|\(Bash completed with no output\))$/;
const AROUND_FILE = /^(?:<\/?(?:path|type|content)>.*|\[[^\]]+#\w+\]|\(End of file .*\))$/;
const IMAGE = /^\[Image: .*\]$/;
const NUMBER_OF_LINE = /^\s*\d+(?:\t|: ?)/;

function wordsOf({ output, error }: NormalEvent): string {
  const said = output ?? error ?? '';
  if (typeof said === 'string') {
    return said;
  }
  if (!Array.isArray(said)) {
    return JSON.stringify(said);
  }
  return said.map((block: NormalEvent) => String(block['text'] ?? '')).join('\n');
}

function linesOf(text: string, around: RegExp): readonly string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.replace(around === AROUND_FILE ? NUMBER_OF_LINE : /^$/, ''))
    .filter((line) => line.trim() !== '' && !around.test(line.trim()) && !OURS.test(line));
}

function changedLines(diff: string): readonly string[] {
  return diff.split('\n').filter((line) => /^[-+](?![-+]{2} )/.test(line));
}

/** Where the wire tells less, the count is left out. */
function tokensOf(who: string, events: readonly NormalEvent[]): readonly string[] {
  const [agent, mode] = who.split('.');
  const facts = USAGE_FACTS.find((each) => each.agent === agent && (mode === undefined || each.mode === mode));
  const last = events.findLast(({ type }) => type === 'cost')?.['cost'] as NormalEvent | undefined;
  if (facts === undefined || last === undefined) {
    return [];
  }
  const { inputKnown, outputKnown, inputTokens, outputTokens, cachedTokens = 0, thinkingTokens = 0 } = last;
  const tells = (count: 'output' | 'cached' | 'thinking'): boolean => facts.counts.includes(count);
  return [
    ...(inputKnown === false ? [] : [`inputTokens ${inputTokens}`]),
    ...(outputKnown === false || !tells('output') ? [] : [`outputTokens ${outputTokens}`]),
    ...(inputKnown === false || !tells('cached') ? [] : [`cachedTokens ${cachedTokens}`]),
    ...(outputKnown === false || !tells('thinking') ? [] : [`thinkingTokens ${thinkingTokens}`]),
  ];
}

export interface ValueComparison {
  readonly scenario: string;
  readonly who: string;
  readonly what: What;
  /** undefined: the same. */
  readonly how: How | undefined;
}

/** Compares each stream with that which its lines are compared with; what the runtime says, with whoever has it said too. */
export function compareAllValues(goldens: readonly Golden[]): readonly ValueComparison[] {
  return compareGoldens(goldens).flatMap(({ scenario, who, reference }) => {
    const all = goldens.filter((golden) => golden.scenario === scenario);
    const valuesBy = (name: string): Values | undefined => {
      const golden = all.find((each) => each.who === name);
      return golden && valuesOf(golden);
    };
    const own = valuesBy(who);
    const other = valuesBy(reference);
    const firstWords = all.map(valuesOf).find((each) => each['words of ours'].length > 0);
    return KINDS.flatMap((what) => {
      const expected = what === 'words of ours' ? firstWords : other;
      if (own === undefined || expected === undefined || (what === 'words of ours' && own[what].length === 0)) {
        return [];
      }
      return { scenario, who, what, how: compareValues(what, expected, own) };
    });
  });
}

const KINDS: readonly What[] = ['command outputs', 'read contents', 'MCP outputs', 'diffs', 'words of ours', 'tokens'];
