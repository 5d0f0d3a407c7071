/** Reads the sessions that Claude Code keeps: one file of lines each, in a folder named for the workspace. */
import { basename, join } from 'node:path';
import type { SessionParser, SessionQuery, SessionReader } from '@agent-mux/core';
import type { CostRecord } from '@agent-mux/events';
import {
  countOf,
  createTranscript,
  dateOf,
  defined,
  type FactsDraft,
  idOf,
  listOf,
  type Native,
  numberOf,
  objectOf,
  type TokenUsage,
  type Transcript,
  textOf,
  toFacts,
} from '../shared/index.ts';

type Line = Native<
  | 'type'
  | 'uuid'
  | 'parentUuid'
  | 'logicalParentUuid'
  | 'isSidechain'
  | 'isMeta'
  | 'isCompactSummary'
  | 'sessionId'
  | 'timestamp'
  | 'cwd'
  | 'message'
  | 'customTitle'
  | 'aiTitle'
  | 'summary'
  | 'forkedFrom'
  | 'totalCostUSD'
  | 'modelUsage'
>;
type NativeMessage = Native<'id' | 'role' | 'content' | 'model' | 'usage'>;
type Block = Native<'type' | 'text' | 'thinking' | 'id' | 'name' | 'input' | 'tool_use_id' | 'content' | 'is_error'>;

/** Folder names longer than this are cut, and end in a hash (2.1.329). */
const MAX_NAME = 200;
const ANY_SESSION = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.jsonl$/i;

export const claudeSessions: SessionReader = {
  places({ env, home, cwd, sessionId }: SessionQuery) {
    const { CLAUDE_CONFIG_DIR } = env;
    const file = sessionId === undefined ? ANY_SESSION : `${sessionId}.jsonl`;
    return [{ root: CLAUDE_CONFIG_DIR || join(home, '.claude'), path: ['projects', folderOf(cwd), file] }];
  },
  // Claude Code finds a session by the name of its file, whatever its lines say.
  open: ({ path }) => createParser(basename(path, '.jsonl')),
};

function folderOf(cwd: string | undefined): string | RegExp {
  const name = cwd?.replaceAll(/[^A-Za-z0-9]/g, '-');
  if (name === undefined) {
    return /./;
  }
  return name.length <= MAX_NAME ? name : new RegExp(`^${name.slice(0, MAX_NAME)}`);
}

interface Entry {
  readonly uuid: string;
  readonly line: Line;
}

function createParser(name: string): SessionParser {
  const parents = new Map<string, string | undefined>();
  const entries: Entry[] = [];
  const known: FactsDraft = {};
  let customTitle: string | undefined;
  let ownTitle: string | undefined;
  let firstPrompt: string | undefined;

  return {
    see(value) {
      const line: Line | undefined = objectOf(value);
      if (line === undefined || (idOf(line.sessionId) === undefined && line.type !== 'summary')) {
        return;
      }
      known.sessionId = idOf(line.sessionId) === undefined ? known.sessionId : name;
      known.createdAt ??= dateOf(line.timestamp)?.getTime();
      known.cwd ??= idOf(line.cwd);
      known.forkedFrom ??= idOf(objectOf<'sessionId'>(line.forkedFrom)?.sessionId);
      customTitle = idOf(line.customTitle) ?? customTitle;
      ownTitle = idOf(line.aiTitle) ?? (line.type === 'summary' ? idOf(line.summary) : undefined) ?? ownTitle;
      if (line.type === 'cost-state') {
        known.cost = costOf(line);
      }
      const uuid = idOf(line.uuid);
      if (uuid === undefined || line.isSidechain === true) {
        return;
      }
      // A compaction begins a new tree, and names the line that it continues.
      parents.set(uuid, idOf(line.parentUuid) ?? idOf(line.logicalParentUuid));
      if (line.type === 'user' || line.type === 'assistant') {
        entries.push({ uuid, line });
        firstPrompt ??= promptOf(line);
        known.model = idOf(objectOf<'model'>(line.message)?.model) ?? known.model;
      }
    },
    facts() {
      const turnCount = findBranch(entries, parents).filter(({ line }) => promptOf(line) !== undefined).length;
      return toFacts({ ...known, title: customTitle ?? ownTitle ?? firstPrompt, turnCount });
    },
    messages() {
      const transcript = createTranscript();
      for (const { line } of findBranch(entries, parents)) {
        addLine(transcript, line);
      }
      return transcript.messages;
    },
    placeBefore(checkpointId) {
      const branch = findBranch(entries, parents);
      const at = branch.findIndex(({ uuid }) => uuid === checkpointId);
      // Claude Code 2.1.197 rewinds only to an answer, and lines that it adds to a prompt by itself may stand between.
      return branch.slice(0, Math.max(at, 0)).findLast(({ line }) => line.type === 'assistant')?.uuid;
    },
  };
}

/** The lines of the newest branch: a session that was resumed at an earlier point keeps the lines that it left. */
function findBranch(entries: readonly Entry[], parents: ReadonlyMap<string, string | undefined>): readonly Entry[] {
  const branch = new Set<string>();
  let uuid = entries.at(-1)?.uuid;
  while (uuid !== undefined && parents.has(uuid) && !branch.has(uuid)) {
    branch.add(uuid);
    uuid = parents.get(uuid);
  }
  // Where a line of the chain is missing, all lines before it are taken in file order.
  const isBroken = uuid !== undefined && !branch.has(uuid);
  const start = entries.findIndex((entry) => branch.has(entry.uuid));
  const calls = new Set<unknown>();
  return entries.filter(({ uuid: id, line }, index) => {
    const blocks = blocksOf(line);
    // The chain contains only the last of the results of parallel calls.
    const isIn = branch.has(id) || (isBroken && index < start) || blocks.some((block) => isResultOf(calls, block));
    if (isIn) {
      for (const block of blocks) {
        if (block.type === 'tool_use' && idOf(block.id) !== undefined) {
          calls.add(block.id);
        }
      }
    }
    return isIn;
  });
}

function isResultOf(calls: ReadonlySet<unknown>, { type, tool_use_id }: Block): boolean {
  return type === 'tool_result' && calls.has(tool_use_id);
}

function blocksOf({ message }: Line): readonly Block[] {
  return listOf(objectOf<'content'>(message)?.content).flatMap((block) => objectOf<keyof Block>(block) ?? []);
}

/** The user's text; undefined for whatever else a user's line contains. */
function promptOf(line: Line): string | undefined {
  if (line.type !== 'user' || line.isMeta === true || line.isCompactSummary === true) {
    return undefined;
  }
  const text = textIn(line).trim();
  // The CLI writes notes to its model, such as <local-command-stdout>, and remarks about an interrupt.
  return text === '' || /^(<[a-z-]+>|\[Request interrupted by user)/.test(text) ? undefined : text;
}

function textIn(line: Line): string {
  const whole = textOf(objectOf<'content'>(line.message)?.content);
  return (
    whole ??
    blocksOf(line)
      .flatMap(({ type, text }) => (type === 'text' ? (textOf(text) ?? []) : []))
      .join('\n')
  );
}

function addLine(transcript: Transcript, line: Line): void {
  const at = dateOf(line.timestamp);
  const text = textIn(line);
  if (line.type === 'assistant') {
    addMessage(transcript, line, text);
    return;
  }
  for (const block of blocksOf(line)) {
    if (block.type === 'tool_result') {
      const toolCallId = idOf(block.tool_use_id) ?? '';
      transcript.toolResult({ toolCallId, output: outputOf(block.content), isError: block.is_error === true, at });
    }
  }
  if (text.trim() !== '' && line.isMeta !== true) {
    const prompt = promptOf(line) === undefined ? undefined : idOf(line.uuid);
    transcript.say(line.isCompactSummary === true ? 'system' : 'user', text, at, prompt);
  }
}

function addMessage(transcript: Transcript, line: Line, text: string): void {
  const message: NativeMessage = objectOf(line.message) ?? {};
  const blocks = blocksOf(line);
  transcript.assistant({
    ...defined({ key: idOf(message.id) ?? idOf(line.uuid) }),
    text,
    thinking: blocks.flatMap(({ type, thinking }) => (type === 'thinking' ? (textOf(thinking) ?? []) : [])).join('\n'),
    toolCalls: blocks.flatMap(({ type, id, name, input }) =>
      type === 'tool_use' ? [{ toolCallId: idOf(id) ?? '', toolName: textOf(name) ?? '', input }] : [],
    ),
    model: idOf(message.model),
    tokenUsage: usageOf(message.usage),
    at: dateOf(line.timestamp),
  });
}

/** The text of a result that consists of text alone. */
function outputOf(content: unknown): unknown {
  const blocks = listOf(content).map((block) => objectOf<'type' | 'text'>(block));
  return blocks.length > 0 && blocks.every((block) => block?.type === 'text')
    ? blocks.map((block) => textOf(block?.text) ?? '').join('\n')
    : content;
}

function usageOf(value: unknown): TokenUsage | undefined {
  const usage = objectOf<'input_tokens' | 'output_tokens' | 'cache_read_input_tokens' | 'cache_creation_input_tokens'>(
    value,
  );
  if (usage === undefined) {
    return undefined;
  }
  const cachedTokens = countOf(usage.cache_read_input_tokens);
  return {
    inputTokens: countOf(usage.input_tokens) + cachedTokens + countOf(usage.cache_creation_input_tokens),
    outputTokens: countOf(usage.output_tokens),
    cachedTokens,
  };
}

function costOf({ totalCostUSD, modelUsage }: Line): CostRecord {
  const models = Object.values(objectOf(modelUsage) ?? {}).map(
    (usage) =>
      objectOf<'inputTokens' | 'outputTokens' | 'cacheReadInputTokens' | 'cacheCreationInputTokens'>(usage) ?? {},
  );
  const sum = (pick: (usage: (typeof models)[number]) => number): number =>
    models.reduce((total, usage) => total + pick(usage), 0);
  const cachedTokens = sum((usage) => countOf(usage.cacheReadInputTokens));
  return {
    totalUsd: Math.max(0, numberOf(totalCostUSD) ?? 0),
    inputTokens: sum((usage) => countOf(usage.inputTokens) + countOf(usage.cacheCreationInputTokens)) + cachedTokens,
    outputTokens: sum((usage) => countOf(usage.outputTokens)),
    cachedTokens,
  };
}
