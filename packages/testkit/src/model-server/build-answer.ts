/** Prepares a step for rendering: its blocks in order, tool calls in the agent's form, defaults filled in. */
import type { Part, Step, ToolCall, Usage } from '../scenario/index.ts';
import type { Answer, AnswerPart, NativeCall } from './rendering.ts';

/** The usage of an answer whose step does not give one. */
export const DEFAULT_USAGE: Usage = { input: 100, output: 20 };
const CHUNK = 24;

export interface BuildOptions {
  /** The id of the answer, from which ids of tool calls are made. */
  readonly id: string;
  readonly model: string;
  readonly toNativeCall: (call: ToolCall) => NativeCall;
}

export function buildAnswer(step: Step, { id, model, toNativeCall }: BuildOptions): Answer {
  let calls = 0;
  const parts = partsOf(step).map((part): AnswerPart => {
    switch (part.kind) {
      case 'thinking':
        return { kind: 'thinking', pieces: part.thinking };
      case 'text':
        return { kind: 'text', pieces: part.text };
      case 'tool': {
        const place = calls++;
        return { kind: 'tool', id: `${id}_${part.call.id ?? place}`, call: toNativeCall(part.call) };
      }
      case 'redacted-thinking':
      case 'pause':
        return part;
      default:
        return part satisfies never;
    }
  });
  return {
    id,
    model,
    parts,
    usage: step.usage ?? DEFAULT_USAGE,
    finish: step.finish ?? (calls > 0 ? 'tools' : 'stop'),
    chunk: step.chunk ?? CHUNK,
  };
}

function partsOf({ thinking, text, tools = [], parts = [] }: Step): Part[] {
  return [
    ...(thinking === undefined ? [] : [{ kind: 'thinking', thinking } as const]),
    ...(text === undefined ? [] : [{ kind: 'text', text } as const]),
    ...tools.map((call) => ({ kind: 'tool', call }) as const),
    ...parts,
  ];
}
