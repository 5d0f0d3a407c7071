/** Reads the sessions that pi and its forks keep: each is one file of lines, a tree whose newest branch is the conversation. */
import { basename, join } from 'node:path';
import type { SessionParser, SessionReader } from '@agent-mux/core';
import type { CostRecord } from '@agent-mux/events';
import {
  countOf,
  createTranscript,
  dateOf,
  type FactsDraft,
  idOf,
  listOf,
  type Native,
  numberOf,
  objectOf,
  type TokenUsage,
  type Transcript,
  textOf,
  textsOf,
  toFacts,
} from '../shared/index.ts';

type Line = Native<
  | 'type'
  | 'id'
  | 'parentId'
  | 'timestamp'
  | 'cwd'
  | 'parentSession'
  | 'message'
  | 'modelId'
  | 'model'
  | 'name'
  | 'title'
  | 'summary'
>;
type NativeMessage = Native<'role' | 'content' | 'model' | 'usage' | 'toolCallId' | 'toolName' | 'isError'>;
type Block = Native<'type' | 'text' | 'thinking' | 'id' | 'name' | 'arguments'>;

/** Reads sessions in `folder`, where the CLI keeps its files below the home folder, such as `.pi`. */
export function piFamilySessions(folder: string): SessionReader {
  return {
    places({ env, home, sessionId }) {
      const { PI_CODING_AGENT_DIR } = env;
      // The name of a folder is that of the workspace with some characters replaced, so only the header is exact.
      const file = sessionId === undefined ? /^[^.].*_[^_]+\.jsonl$/ : endingIn(sessionId);
      return [{ root: PI_CODING_AGENT_DIR || join(home, folder, 'agent'), path: ['sessions', /./, file] }];
    },
    open: () => createParser(),
  };
}

function endingIn(sessionId: string): RegExp {
  return new RegExp(`_${sessionId.replaceAll(/[^\w-]/g, '\\$&')}\\.jsonl$`);
}

function createParser(): SessionParser {
  const known: FactsDraft = {};
  const lines = new Map<string, Line>();
  let leaf: string | undefined;
  let given: string | undefined;
  let cost: CostRecord | undefined;

  function branch(): readonly Line[] {
    const found: Line[] = [];
    const seen = new Set<string>();
    for (let id = leaf; id !== undefined && !seen.has(id); id = idOf(lines.get(id)?.parentId)) {
      seen.add(id);
      const line = lines.get(id);
      if (line !== undefined) {
        found.unshift(line);
      }
    }
    return found;
  }

  return {
    see(value) {
      const line: Line | undefined = objectOf(value);
      const id = idOf(line?.id);
      if (line?.type === 'session' && known.sessionId === undefined) {
        known.sessionId = id;
        known.createdAt = dateOf(line.timestamp)?.getTime();
        known.cwd = idOf(line.cwd);
        known.forkedFrom = originOf(line.parentSession);
      } else if (line?.type === 'title') {
        given = idOf(line.title) ?? given;
      } else if (line !== undefined && id !== undefined) {
        lines.set(id, line);
        leaf = id;
        given = line.type === 'session_info' ? (idOf(line.name) ?? given) : given;
        const message: NativeMessage | undefined = objectOf(line.message);
        known.model = idOf(message?.model) ?? known.model;
        cost = addCost(cost, message?.usage);
      }
    },
    facts() {
      const prompts = branch().flatMap((line) => promptOf(line) ?? []);
      return toFacts({ ...known, cost, title: given ?? prompts[0], turnCount: prompts.length });
    },
    messages() {
      const transcript = createTranscript();
      for (const line of branch()) {
        addLine(transcript, line);
      }
      return transcript.messages;
    },
  };
}

/** The session that a fork came from, whose file it names. */
function originOf(parentSession: unknown): string | undefined {
  const path = idOf(parentSession);
  return path === undefined ? undefined : (/_([^_]+)\.jsonl$/.exec(basename(path))?.[1] ?? path);
}

function promptOf({ message }: Line): string | undefined {
  const { role, content }: NativeMessage = objectOf(message) ?? {};
  return role === 'user' ? idOf(textIn(content).trim()) : undefined;
}

function blocksOf(content: unknown): readonly Block[] {
  return listOf(content).flatMap((block) => objectOf<keyof Block>(block) ?? []);
}

function textIn(content: unknown): string {
  const texts = blocksOf(content).map(({ type, text }) => (type === 'text' ? text : undefined));
  return textOf(content) ?? textsOf(texts).join('\n');
}

function addLine(transcript: Transcript, line: Line): void {
  const at = dateOf(line.timestamp);
  const message: NativeMessage | undefined = objectOf(line.message);
  const summary = idOf(line.summary);
  if (message === undefined) {
    if (summary !== undefined) {
      transcript.say('system', summary, at);
    }
    return;
  }
  const text = textIn(message.content);
  switch (message.role) {
    case 'user':
      transcript.say('user', text, at, idOf(line.id));
      break;
    case 'assistant':
      addMessage(transcript, message, at);
      break;
    case 'toolResult':
      transcript.toolResult({
        toolCallId: idOf(message.toolCallId) ?? '',
        toolName: idOf(message.toolName),
        output: text,
        isError: message.isError === true,
        at,
      });
      break;
    default:
  }
}

function addMessage(transcript: Transcript, message: NativeMessage, at: Date | undefined): void {
  const blocks = blocksOf(message.content);
  transcript.assistant({
    text: textIn(message.content),
    thinking: textsOf(blocks.map(({ thinking }) => thinking)).join('\n'),
    toolCalls: blocks.flatMap(({ type, id, name, arguments: input }) =>
      type === 'toolCall' ? [{ toolCallId: idOf(id) ?? '', toolName: textOf(name) ?? '', input }] : [],
    ),
    model: idOf(message.model),
    tokenUsage: usageOf(message.usage),
    at,
  });
}

type NativeUsage = Native<'input' | 'output' | 'cacheRead' | 'cacheWrite' | 'cost'>;

function usageOf(value: unknown): TokenUsage | undefined {
  const usage: NativeUsage | undefined = objectOf(value);
  if (usage === undefined) {
    return undefined;
  }
  const cachedTokens = countOf(usage.cacheRead);
  return {
    inputTokens: countOf(usage.input) + cachedTokens + countOf(usage.cacheWrite),
    outputTokens: countOf(usage.output),
    cachedTokens,
  };
}

/** Adds the cost of a request: all requests were paid for, those of abandoned branches included. */
function addCost(sum: CostRecord | undefined, value: unknown): CostRecord | undefined {
  const usage = usageOf(value);
  if (usage === undefined) {
    return sum;
  }
  const { cost }: NativeUsage = objectOf(value) ?? {};
  return {
    totalUsd: (sum?.totalUsd ?? 0) + Math.max(0, numberOf(objectOf<'total'>(cost)?.total) ?? 0),
    inputTokens: (sum?.inputTokens ?? 0) + usage.inputTokens,
    outputTokens: (sum?.outputTokens ?? 0) + usage.outputTokens,
    cachedTokens: (sum?.cachedTokens ?? 0) + (usage.cachedTokens ?? 0),
  };
}
