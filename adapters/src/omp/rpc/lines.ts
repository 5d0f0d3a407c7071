/** Lines of omp that pi does not have: each kind goes to the part that knows it. */
import type { EventDraft, HostToolOutcome } from '@agent-mux/core';
import type { Asked, FamilyParts, HiddenCall, OwnPart, Unwrapped } from '../../pi-family/index.ts';
import { debug, defined, HostToolCalls, listOf, NO_DRAFTS, objectOf, textIn, textOf } from '../../shared/index.ts';
import type { NativeHostTool, NativeJob, NativeLine } from '../shared/native.ts';
import { mcpOf } from '../shared/tool-names.ts';
import { AskTool } from './ask-tool.ts';
import { Chunks } from './chunks.ts';
import { type AskedCall, type AskedTool, toolAskedFor, toolQuestion } from './questions.ts';
import { repeatsInput } from './repeated-input.ts';
import { Subagents } from './subagents.ts';

const DISPATCH = 'task';
/** Tools whose calls are asked about one after another, in the order of the calls (recorded with `write`; `exclusive` in the source of omp 18.2.3). */
const IN_ORDER: ReadonlySet<string> = new Set(['edit', 'write']);

export class OmpPart implements OwnPart {
  readonly #parts: FamilyParts;
  readonly #subagents: Subagents;
  readonly #ask: AskTool = new AskTool();
  readonly #hostTools: HostToolCalls = new HostToolCalls();
  readonly #chunks: Chunks = new Chunks();
  // Calls for which an approval was asked.
  readonly #asked = new Set<string>();
  readonly #skills = new Set<string>();

  constructor(parts: FamilyParts) {
    this.#parts = parts;
    this.#subagents = new Subagents(parts.newLane);
  }

  get isBusy(): boolean {
    return this.#subagents.areBusy || this.#hostTools.size > 0;
  }

  parse(line: NativeLine): readonly EventDraft[] | undefined {
    switch (line.type) {
      case 'subagent_lifecycle':
        return this.#subagents.lifecycle(line);
      case 'subagent_event':
        return this.#subagents.event(line);
      case 'available_commands_update':
        return this.#skillsLoaded(line);
      case 'host_tool_call':
        return this.#hostToolCalled(line);
      case 'host_tool_cancel':
        return this.#hostTools.settled(textOf((line as NativeHostTool).targetId) ?? '');
      case 'notice':
        return [debug(textOf(line.level) === 'info' ? 'info' : 'warn', textOf(line.message) ?? '')];
      case 'command_output':
        return [debug('info', textOf(line.text) ?? '')];
      case 'rpc_frame_error':
        return [{ type: 'error', code: 'PARSE_ERROR', message: textOf(line.error) ?? '', recoverable: true }];
      default:
        return undefined;
    }
  }

  unwrap(line: NativeLine): Unwrapped {
    return this.#chunks.add(line);
  }

  left(): readonly EventDraft[] {
    return this.#chunks.left();
  }

  message(line: NativeLine): readonly EventDraft[] {
    const message = objectOf<'customType' | 'content' | 'role' | 'details'>(line.message);
    if (line.type !== 'message_start' || message?.role !== 'custom') {
      return NO_DRAFTS;
    }
    const text = textIn(message.content);
    switch (message.customType) {
      case 'async-result':
        return [...this.#subagents.reported(text), ...commandsEnded(message.details)];
      case 'skill-prompt': {
        const name = textOf(objectOf<'name'>(objectOf<'details'>(message)?.details)?.name);
        return name === undefined ? NO_DRAFTS : [{ type: 'skill_invoked', skillName: name }];
      }
      default:
        return [debug('verbose', `Put into the conversation: ${text.slice(0, 300)}`)];
    }
  }

  hides(toolName: string): boolean {
    return toolName === DISPATCH;
  }

  hidden(event: 'ready' | 'update' | 'end', call: HiddenCall): readonly EventDraft[] {
    return this.#subagents.dispatched(event, call);
  }

  turnEnded(): readonly EventDraft[] {
    return [...this.#subagents.turnEnded(), ...this.#hostTools.laneEnded(undefined)];
  }

  question(line: NativeLine): Asked | undefined {
    const tool = toolAskedFor(line);
    if (tool !== undefined) {
      const call = this.#callOf(tool);
      const mcp = mcpOf(tool.toolName, this.#parts.options);
      if (call !== undefined) {
        this.#asked.add(call.id);
      }
      return { question: toolQuestion(line, tool, { call, folder: this.#parts.cwd(), mcp }) };
    }
    const call = line.method === 'select' || line.method === 'editor' ? this.#openAsk() : undefined;
    const question = call === undefined ? undefined : this.#ask.asked(line, call);
    if (question === undefined) {
      return undefined;
    }
    return typeof question === 'string' ? { drafts: NO_DRAFTS, write: [question] } : { question };
  }

  answered(line: NativeLine): void {
    this.#ask.answered(line);
  }

  hostToolResult(key: string, outcome: HostToolOutcome): Readonly<Record<string, unknown>> | undefined {
    if (!this.#hostTools.has(key)) {
      return undefined;
    }
    const isError = outcome.type === 'error';
    const content = [{ type: 'text', text: isError ? outcome.message : outcome.text }];
    return { type: 'host_tool_result', id: key, result: { content }, ...(isError ? { isError } : {}) };
  }

  hostToolReturned({ id }: NativeLine): readonly EventDraft[] {
    return this.#hostTools.settled(textOf(id) ?? '');
  }

  #hostToolCalled({ id, toolCallId, toolName, arguments: input = {} }: NativeHostTool): readonly EventDraft[] {
    const key = textOf(id) ?? '';
    const call = { key, toolCallId: textOf(toolCallId) ?? key, toolName: textOf(toolName) ?? '', input };
    // The line does not say which agent called the tool; a subagent's call ends with the turn of the main agent.
    return [this.#hostTools.called({ ...call, lane: undefined })];
  }

  /**
   * The call that a question is about, which the question does not name: one that has not begun, with the input that the question
   * repeats. Undefined where there is none, or nobody knows which of several it is.
   */
  #callOf({ toolName, said }: AskedTool): AskedCall | undefined {
    const lanes = [[undefined, this.#parts.main] as const, ...this.#subagents.lanes];
    const [first, ...others] = lanes.flatMap(([lane, { tools }]) =>
      tools.open
        .filter((each) => each.name === toolName && each.isReady && !this.#isPast(each))
        .filter(({ input }) => repeatsInput(toolName, input, said))
        .map(({ id, input }): AskedCall => ({ id, input, ...defined({ lane }) })),
    );
    return others.length === 0 || IN_ORDER.has(toolName) ? first : undefined;
  }

  #isPast({ id, isRunning }: { readonly id: string; readonly isRunning: boolean }): boolean {
    return isRunning || this.#asked.has(id);
  }

  #openAsk(): { readonly id: string; readonly input: unknown } | undefined {
    return this.#parts.main.tools.open.find(({ name, isReady }) => name === 'ask' && isReady);
  }

  #skillsLoaded({ commands }: NativeLine): readonly EventDraft[] {
    return listOf(commands).flatMap((item): EventDraft[] => {
      const command = objectOf<'name' | 'source'>(item);
      const skillName = textOf(command?.name)?.replace(/^skill:/, '');
      if (command?.source !== 'skill' || skillName === undefined || this.#skills.has(skillName)) {
        return [];
      }
      this.#skills.add(skillName);
      // The line does not name the path of a skill (18.2.3).
      return [{ type: 'skill_loaded', skillName }];
    });
  }
}

/** The ends of background commands that the agent is informed of. */
function commandsEnded(details: unknown): readonly EventDraft[] {
  return listOf(objectOf<'jobs'>(details)?.jobs).flatMap((item): EventDraft[] => {
    const job: NativeJob = objectOf(item) ?? {};
    return job.type === 'bash'
      ? [debug('info', `A command in the background has ended: ${textOf(job.label) ?? '?'}`)]
      : [];
  });
}
