/** A client of each protocol in front of a live run: it sees the run only as its stream tells it, and speaks by its own ways back. */
import type { RunHandle } from '@agent-mux/core';
import { project } from '@agent-mux/protocols';
import { type A2aEvent, a2a, cancelTask, checkA2a, handleMessage } from '@agent-mux/protocols/a2a';
import { type AfkEvent, checkAfk, toAfkHandle } from '@agent-mux/protocols/afk';
import { type AguiEvent, agui, checkAgui, resume as resumeAgui } from '@agent-mux/protocols/ag-ui';
import { type AgenticEvent, agentic, checkAgentic, resumeWithInput } from '@agent-mux/protocols/agentic';
import { type CagentEvent, cagent, checkCagent, resume as resumeCagent } from '@agent-mux/protocols/cagent';
import { cancel, checkLooopy, type LooopyEvent, looopy, provideInput } from '@agent-mux/protocols/looopy';
import { checkUiMessages, handleChat, type UiMessageChunk, uiMessages } from '@agent-mux/protocols/ui-messages';

/** Who answers; the journal says so. */
export const ADA = { by: { kind: 'user', id: 'ada' } } as const;

export interface ProtocolClient {
  readonly name: string;
  attach(run: RunHandle): Attached;
  /** The violations of what the stream has told. */
  check(outputs: readonly unknown[]): readonly unknown[];
  /** The last outputs of a run that was aborted. */
  readonly ends: readonly object[];
}

export interface Attached {
  readonly stream: AsyncIterable<unknown>;
  /** What the answer to the approval that is asked must name; undefined: the output asks for none. */
  asked(output: unknown): string | undefined;
  grant(id: string): Promise<unknown>;
  /** The piece of the answer's text in the output, or ''. Undefined where the protocol has no texts. */
  readonly said?: (output: unknown) => string;
  continue(text: string): Promise<unknown>;
  abort(): Promise<void>;
}

interface Language<Out> {
  readonly ends: readonly object[];
  readonly check: (outputs: readonly Out[]) => readonly unknown[];
  attach(run: RunHandle): {
    readonly stream: AsyncIterable<Out>;
    asked(output: Out): string | undefined;
    grant(id: string): Promise<unknown>;
    said?(output: Out): string;
    /** @defaultValue the run's own: the protocol has no word for it */
    continue?(text: string): Promise<unknown>;
    /** @defaultValue the run's own */
    abort?(): Promise<void>;
  };
}

function client<Out>(name: string, { attach, ...language }: Language<Out>): ProtocolClient {
  const attachTo = (run: RunHandle) => ({
    continue: (text: string) => run.continue(text),
    abort: () => run.abort(),
    ...attach(run),
  });
  // Each is handed its own outputs alone.
  return { name, ...language, attach: attachTo } as unknown as ProtocolClient;
}

export const PROTOCOL_CLIENTS: readonly ProtocolClient[] = [
  client<CagentEvent>('cagent', {
    ends: [{ type: 'stream_stopped' }],
    check: checkCagent,
    attach: (run) => ({
      stream: project(run, cagent()),
      asked: (event) => (event.type === 'tool_call_confirmation' ? event.tool_call.id : undefined),
      grant: (id) => resumeCagent(run, { confirmation: 'approve', tool_call_id: id }, ADA),
      said: (event) => (event.type === 'agent_choice' ? event.content : ''),
    }),
  }),
  client<LooopyEvent>('looopy', {
    ends: [{ kind: 'task-status', status: 'canceled' }],
    check: checkLooopy,
    attach(run) {
      let taskId = '';
      return {
        stream: project(run, looopy()),
        asked(event) {
          taskId = event.taskId;
          return event.kind === 'input-required' && event.inputType === 'confirmation' ? event.inputId : undefined;
        },
        grant: (inputId) => provideInput(run, { inputId, approved: true }, ADA),
        said: (event) => (event.kind === 'content-delta' ? event.delta : ''),
        abort: () => cancel(run, { taskId, force: true }),
      };
    },
  }),
  client<AfkEvent>('afk', {
    ends: [{ type: 'run_cancelled', state: 'cancelled' }],
    check: checkAfk,
    attach(run) {
      const handle = toAfkHandle(run);
      return {
        stream: handle.events,
        asked: (event) =>
          event.type === 'policy_decision' && event.data.action === 'request_approval'
            ? event.data.interaction_id
            : undefined,
        grant: (id) => handle.approve({ interaction_id: id }, ADA),
        abort: () => handle.cancel(),
      };
    },
  }),
  client<AgenticEvent>('agentic', {
    ends: [{ type: 'turn_cancelled', depth: 0 }],
    check: checkAgentic,
    attach: (run) => ({
      stream: project(run, agentic()),
      asked: (event) => (event.type === 'wait_for_input' ? Object.keys(event.payload)[0] : undefined),
      grant: (id) => resumeWithInput(run, { [id]: 'approve' }, ADA),
      said: (event) => (event.type === 'chat_output' ? event.payload.content : ''),
    }),
  }),
  client<A2aEvent>('a2a', {
    ends: [{ statusUpdate: { status: { state: 'TASK_STATE_CANCELED' } } }],
    check: checkA2a,
    attach(run) {
      let taskId = '';
      return {
        stream: project(run, a2a()),
        asked(event) {
          if ('task' in event) {
            taskId = event.task.id;
          }
          if (!('statusUpdate' in event)) {
            return undefined;
          }
          const { status, metadata } = event.statusUpdate;
          return status.state === 'TASK_STATE_INPUT_REQUIRED' ? String(metadata?.['inputId']) : undefined;
        },
        grant: (inputId) => handleMessage(run, { parts: [{ text: 'approve' }], metadata: { inputId } }, ADA),
        said: (event) => ('artifactUpdate' in event ? (event.artifactUpdate.artifact.parts[0]?.text ?? '') : ''),
        continue: (text) => handleMessage(run, { parts: [{ text }] }),
        abort: () => cancelTask(run, { id: taskId }),
      };
    },
  }),
  client<AguiEvent>('ag-ui', {
    ends: [{ type: 'RUN_FINISHED', outcome: { type: 'cancelled' } }],
    check: checkAgui,
    attach: (run) => ({
      stream: project(run, agui({ interrupts: 'finish' })),
      asked: (event) =>
        event.type === 'RUN_FINISHED' && event.outcome?.type === 'interrupt'
          ? event.outcome.interrupts[0]?.id
          : undefined,
      grant: (interruptId) => resumeAgui(run, [{ interruptId, status: 'resolved', payload: { approved: true } }], ADA),
      said: (event) => (event.type === 'TEXT_MESSAGE_CONTENT' ? event.delta : ''),
    }),
  }),
  client<UiMessageChunk>('ui-messages', {
    ends: [
      { type: 'abort', reason: 'aborted' },
      { type: 'finish', finishReason: 'other' },
    ],
    check: checkUiMessages,
    attach: (run) => ({
      stream: project(run, uiMessages()),
      asked: (chunk) => (chunk.type === 'tool-approval-request' ? chunk.approvalId : undefined),
      grant: (id) => {
        const part = { type: 'dynamic-tool', state: 'approval-responded', approval: { id, approved: true } };
        return handleChat(run, [{ role: 'assistant', parts: [part] }], ADA);
      },
      said: (chunk) => (chunk.type === 'text-delta' ? chunk.delta : ''),
      continue: (text) => handleChat(run, [{ role: 'user', parts: [{ type: 'text', text }] }]),
    }),
  }),
];
