/** Reads the sessions that Gemini CLI keeps: one file of lines each, in a folder of the project that it was started in. */
import { createHash } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import type { SessionFile, SessionParser, SessionQuery, SessionReader } from '@agent-mux/core';
import {
  countOf,
  createTranscript,
  dateOf,
  type FactsDraft,
  idOf,
  listOf,
  type Native,
  objectOf,
  parseJson,
  rememberIndex,
  type TokenUsage,
  type Transcript,
  textIn,
  textOf,
  textsOf,
  toFacts,
} from '../shared/index.ts';

type Line = Native<'sessionId' | 'startTime' | 'kind' | '$set' | '$rewindTo' | 'summary' | keyof NativeMessage>;
type NativeMessage = Native<
  'id' | 'timestamp' | 'type' | 'content' | 'thoughts' | 'toolCalls' | 'tokens' | 'model' | 'messages'
>;
type NativeCall = Native<'id' | 'name' | 'args' | 'result' | 'resultDisplay' | 'status' | 'timestamp'>;

export const geminiSessions: SessionReader = {
  async places({ env, home, cwd, sessionId, read }: SessionQuery) {
    const { GEMINI_CLI_HOME } = env;
    const root = join(GEMINI_CLI_HOME || home, '.gemini');
    const project = cwd === undefined ? /./ : await projectOf(root, cwd, read);
    // The name has the first part of the id, the file all of it.
    const part = sessionId?.slice(0, 8).replaceAll(/[^\w-]/g, '\\$&');
    const file = part === undefined ? /^session-.*\.jsonl$/ : new RegExp(`^session-.*-${part}\\.jsonl$`);
    return [{ root, path: ['tmp', project, 'chats', file] }];
  },
  async open(file) {
    return createParser(await cwdOf(file));
  },
};

/** The folder's short name; older versions use the hash of its path. */
async function projectOf(root: string, cwd: string, read: SessionQuery['read']): Promise<RegExp> {
  const hash = createHash('sha256').update(cwd).digest('hex');
  const names = objectOf<string>(objectOf<'projects'>(parseJson(await read(join(root, 'projects.json'))))?.projects);
  const name = idOf(names?.[cwd]);
  return new RegExp(`^(${[hash, ...(name === undefined ? [] : [name.replaceAll(/[^\w-]/g, '\\$&')])].join('|')})$`);
}

async function cwdOf({ path, read }: SessionFile): Promise<string | undefined> {
  const project = dirname(dirname(path));
  const root = await read(join(project, '.project_root'));
  if (root !== undefined) {
    return idOf(root.trim());
  }
  const folders = await readFolders(join(dirname(dirname(project)), 'projects.json'), read);
  return folders.get(basename(project));
}

/** Folders by the short names of their projects; the first one counts. */
const readFolders = rememberIndex((index) => {
  const projects = Object.entries(objectOf<string>(objectOf<'projects'>(parseJson(index))?.projects) ?? {});
  return new Map(projects.map(([folder, name]) => [name, folder] as const).reverse());
});

function createParser(cwd: string | undefined): SessionParser {
  const known: FactsDraft = { cwd };
  // A message is written again when its calls have their results, so the last one of an id counts.
  let messages = new Map<string, NativeMessage>();
  let summary: string | undefined;

  function add(value: unknown): void {
    const message: NativeMessage | undefined = objectOf(value);
    const id = idOf(message?.id);
    if (message !== undefined && id !== undefined) {
      messages.set(id, message);
      known.model = idOf(message.model) ?? known.model;
    }
  }

  return {
    see(value) {
      const line: Line | undefined = objectOf(value);
      if (line === undefined) {
        return;
      }
      if (line.sessionId !== undefined && known.sessionId === undefined) {
        known.sessionId = idOf(line.sessionId);
        known.createdAt = dateOf(line.startTime)?.getTime();
        known.isSubagent = line.kind === 'subagent';
      }
      const set: Line | undefined = objectOf(line.$set);
      summary = idOf(set?.summary) ?? idOf(line.summary) ?? summary;
      const rewound = idOf(line.$rewindTo);
      if (rewound !== undefined) {
        const kept = [...messages].slice(0, Math.max(0, [...messages.keys()].indexOf(rewound)));
        messages = new Map(kept);
      }
      if (set?.messages !== undefined) {
        messages = new Map();
        listOf(set.messages).forEach(add);
      }
      add(line);
    },
    facts() {
      const prompts = [...messages.values()].map(promptOf).filter((text) => text !== undefined);
      return toFacts({ ...known, title: summary ?? prompts[0], turnCount: prompts.length });
    },
    messages() {
      const transcript = createTranscript();
      for (const message of messages.values()) {
        addMessage(transcript, message);
      }
      return transcript.messages;
    },
  };
}

/** The user's text, without the context that Gemini CLI begins with and the results of tools. */
function promptOf({ type, content }: NativeMessage): string | undefined {
  const text = textIn(content).trim();
  return type !== 'user' || text === '' || text.startsWith('<session_context>') ? undefined : text;
}

function addMessage(transcript: Transcript, message: NativeMessage): void {
  const at = dateOf(message.timestamp);
  const prompt = promptOf(message);
  if (prompt !== undefined) {
    transcript.say('user', prompt, at);
  } else if (message.type === 'gemini') {
    addReply(transcript, message, at);
  } else if (message.type !== 'user' && textIn(message.content) !== '') {
    transcript.say('system', textIn(message.content), at);
  }
}

function addReply(transcript: Transcript, message: NativeMessage, at: Date | undefined): void {
  const calls = listOf(message.toolCalls).flatMap((call) => objectOf<keyof NativeCall>(call) ?? []);
  const thoughts = listOf(message.thoughts).flatMap((thought) => objectOf<'subject' | 'description'>(thought) ?? []);
  transcript.assistant({
    text: textIn(message.content),
    thinking: thoughts
      .map(({ subject, description }) => textsOf([subject, description]).filter(Boolean).join('\n'))
      .join('\n\n'),
    toolCalls: calls.map(({ id, name, args }) => ({
      toolCallId: idOf(id) ?? '',
      toolName: textOf(name) ?? '',
      input: args,
    })),
    model: idOf(message.model),
    tokenUsage: usageOf(message.tokens),
    at,
  });
  for (const call of calls) {
    if (call.result !== undefined) {
      const isError = call.status === 'error' || call.status === 'cancelled';
      const output = textOf(call.resultDisplay) ?? call.result;
      transcript.toolResult({ toolCallId: idOf(call.id) ?? '', output, isError, at: dateOf(call.timestamp) });
    }
  }
}

function usageOf(value: unknown): TokenUsage | undefined {
  const tokens = objectOf<'input' | 'output' | 'cached' | 'thoughts'>(value);
  return tokens === undefined
    ? undefined
    : {
        inputTokens: countOf(tokens.input),
        outputTokens: countOf(tokens.output),
        thinkingTokens: countOf(tokens.thoughts),
        cachedTokens: countOf(tokens.cached),
      };
}
