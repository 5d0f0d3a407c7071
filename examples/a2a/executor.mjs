/** The `AgentExecutor` of `@a2a-js/sdk`: each task is a run, which a message answers where it asks for something. */
import { StreamResponse } from '@a2a-js/sdk';
import { project } from '@agent-mux/protocols';
import { a2a, cancelTask, handleMessage } from '@agent-mux/protocols/a2a';
import { createClient } from 'agent-mux';

const mux = createClient();
/** @type {Map<string, { run: import('agent-mux').RunHandle, events: AsyncGenerator<import('@agent-mux/protocols/a2a').A2aEvent> }>} */
const tasks = new Map();

/** @type {import('@a2a-js/sdk/server').AgentExecutor} */
export const executor = {
  async execute({ taskId, contextId, userMessage, task: kept }, bus) {
    let task = tasks.get(taskId);
    if (task === undefined) {
      const prompt = userMessage.parts
        .map(({ content }) => (content?.$case === 'text' ? content.value : ''))
        .join('\n');
      const run = mux.run({
        agent: process.env['AGENT'] ?? 'claude',
        prompt,
        taskId,
        contextId,
        approvalMode: 'prompt',
      });
      task = { run, events: project(run, a2a()) };
      tasks.set(taskId, task);
    } else {
      // The SDK's server wants each of its streams to begin with the task.
      if (kept !== undefined) {
        bus.publish({ kind: 'task', data: kept });
      }
      await handleMessage(task.run, userMessage, { by: { kind: 'user', id: contextId } });
    }
    for (let next = await task.events.next(); next.done !== true; next = await task.events.next()) {
      const { payload } = StreamResponse.fromJSON(withoutHistory(next.value));
      bus.publish(/** @type {any} */ ({ kind: payload?.$case, data: payload?.value }));
      // The stream ends where the client has to say something; the run goes on, and the next message reads on.
      if ('statusUpdate' in next.value && next.value.statusUpdate.status.state === ASKS) {
        break;
      }
    }
    bus.finished();
  },
  async cancelTask(id) {
    const task = tasks.get(id);
    if (task !== undefined) {
      await cancelTask(task.run, { id });
    }
  },
};

const ASKS = 'TASK_STATE_INPUT_REQUIRED';

/** The SDK's server puts the message of its client there itself. @type {(event: import('@agent-mux/protocols/a2a').A2aEvent) => object} */
function withoutHistory(event) {
  return 'task' in event ? { task: { ...event.task, history: [] } } : event;
}
