/** Reads the sessions that Copilot CLI keeps: each is a folder with its events as lines. */
import { basename, dirname, join } from 'node:path';
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
  objectOf,
  type Transcript,
  textOf,
  toFacts,
} from '../shared/index.ts';

type Line = Native<'type' | 'id' | 'data' | 'timestamp' | 'agentId'>;
type Data = Native<
  | 'startTime'
  | 'selectedModel'
  | 'context'
  | 'content'
  | 'messageId'
  | 'reasoningText'
  | 'toolRequests'
  | 'model'
  | 'toolCallId'
  | 'success'
  | 'result'
  | 'error'
  | 'usage'
>;

const EVENTS = 'events.jsonl';

export const copilotSessions: SessionReader = {
  places({ env, home, sessionId }) {
    const { COPILOT_HOME } = env;
    return [{ root: COPILOT_HOME || join(home, '.copilot'), path: ['session-state', sessionId ?? /^[^.]/, EVENTS] }];
  },
  // Copilot CLI finds a session by its folder.
  open: ({ path }) => createParser(basename(dirname(path))),
};

function createParser(name: string): SessionParser {
  const transcript = createTranscript();
  const known: FactsDraft = {};
  let turnCount = 0;
  let title: string | undefined;

  return {
    see(value) {
      const line: Line | undefined = objectOf(value);
      const data: Data | undefined = objectOf(line?.data);
      // The file of the session contains what its subagents do.
      if (line === undefined || data === undefined || line.agentId !== undefined) {
        return;
      }
      const at = dateOf(line.timestamp);
      switch (line.type) {
        case 'session.start':
          known.sessionId = name;
          known.createdAt = dateOf(data.startTime)?.getTime();
          known.cwd = idOf(objectOf<'cwd'>(data.context)?.cwd);
          known.model = idOf(data.selectedModel);
          break;
        case 'user.message': {
          const prompt = textOf(data.content) ?? '';
          turnCount++;
          title ??= idOf(prompt);
          transcript.say('user', prompt, at, idOf(line.id));
          break;
        }
        case 'session.usage_record':
          known.cost = addUsage(known.cost, data.usage);
          break;
        default:
          known.model = line.type === 'assistant.message' ? (idOf(data.model) ?? known.model) : known.model;
          addLine(transcript, line, data);
      }
    },
    facts: () => toFacts({ ...known, title, turnCount }),
    messages: () => transcript.messages,
  };
}

function addLine(transcript: Transcript, { type, timestamp }: Line, data: Data): void {
  const at = dateOf(timestamp);
  if (type === 'assistant.message') {
    const requests = listOf(data.toolRequests).map((item) => objectOf<'toolCallId' | 'name' | 'arguments'>(item));
    transcript.assistant({
      text: textOf(data.content),
      thinking: idOf(data.reasoningText),
      toolCalls: requests.map((request) => ({
        toolCallId: idOf(request?.toolCallId) ?? '',
        toolName: textOf(request?.name) ?? '',
        input: request?.arguments,
      })),
      model: idOf(data.model),
      at,
    });
  } else if (type === 'tool.execution_complete') {
    const isError = data.success === false;
    const said = objectOf<'content' | 'message'>(isError ? (data.error ?? data.result) : data.result);
    transcript.toolResult({
      toolCallId: idOf(data.toolCallId) ?? '',
      output: textOf(said?.content) ?? textOf(said?.message) ?? data.result,
      isError,
      at,
    });
  }
}

function addUsage(sum: CostRecord | undefined, value: unknown): CostRecord | undefined {
  const usage = objectOf<'inputTokens' | 'outputTokens' | 'cacheReadTokens'>(value);
  return usage === undefined
    ? sum
    : {
        // Copilot CLI counts requests, not dollars.
        totalUsd: 0,
        inputTokens: (sum?.inputTokens ?? 0) + countOf(usage.inputTokens),
        outputTokens: (sum?.outputTokens ?? 0) + countOf(usage.outputTokens),
        cachedTokens: (sum?.cachedTokens ?? 0) + countOf(usage.cacheReadTokens),
      };
}
