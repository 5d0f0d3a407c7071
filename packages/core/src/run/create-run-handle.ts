/** Gives a program the handle of its run: to iterate, listen to, await, answer, steer and stop it. */
import { AgentMuxError } from '../errors.ts';
import type { Boundary, Delivery, RunHandle, RunTree } from '../readers/index.ts';
import { consumersOf } from '../readers/index.ts';
import { demandNote } from './demand-note.ts';
import { BOUNDARIES } from './follow-ups.ts';
import type { Run } from './run.ts';

export function createRunHandle(run: Run, tree: RunTree): RunHandle {
  const { journal, interaction, prepared } = run;
  const consumers = consumersOf(journal, {
    ended: () => run.result,
    handle: () => handle,
    activity: run.turns.activity,
    turns: run.turns.readers,
  });

  // Not async: a promise of ours that nobody waits for must not end the host when the run ends first.
  function followUp(what: string, text: string, when: Boundary | 'now'): Promise<Delivery> {
    try {
      demandPrompt(what, text);
      demandBoundary(what, when);
      return run.followUp(what, { text }, when);
    } catch (error) {
      return Promise.reject(error);
    }
  }

  function oldestApproval(what: string): string {
    const approval = interaction.pending.find(({ type }) => type === 'approval');
    if (approval === undefined) {
      throw new AgentMuxError('NO_PENDING_INTERACTION', `${what}(): no approval is open.`);
    }
    return approval.id;
  }

  const handle: RunHandle = {
    runId: prepared.runId,
    agent: prepared.agent,
    mode: prepared.mode.name,
    model: prepared.options.model,
    get state() {
      return run.state;
    },
    get activity() {
      return run.turns.activity.now;
    },
    get pid() {
      return run.pid;
    },
    interaction,
    tree,
    ...consumers,
    publish: (kind, data, options) => run.publish(demandNote(kind, data, options)),
    send(text) {
      const [question, ...others] = run.openQuestions;
      return question?.type === 'input' && others.length === 0
        ? interaction.respond(question.id, { type: 'text', text }).then(() => run.turns.answered)
        : followUp('send', text, 'next-turn');
    },
    continue: (prompt) => followUp('continue', prompt, 'next-turn'),
    queue: (prompt, { when = 'next-turn' } = {}) => followUp('queue', prompt, when),
    steer: (prompt, { when } = {}) => followUp('steer', prompt, when ?? 'now'),
    async approve(detail) {
      await interaction.respond(
        oldestApproval('approve'),
        detail === undefined ? { type: 'approve' } : { type: 'approve', detail },
      );
    },
    async deny(reason) {
      await interaction.respond(
        oldestApproval('deny'),
        reason === undefined ? { type: 'deny' } : { type: 'deny', reason },
      );
    },
    async interrupt() {
      run.interrupt();
    },
    async abort(reason) {
      run.abort(typeof reason === 'string' && reason !== '' ? reason : undefined);
      await run.result;
    },
    async pause() {
      run.pause();
    },
    async resume() {
      run.resume();
    },
    async end() {
      run.end();
      return consumers.result();
    },
    async [Symbol.asyncDispose]() {
      run.abort();
      await run.result;
    },
  };
  return handle;
}

function demandPrompt(what: string, text: unknown): void {
  if (typeof text !== 'string' || text.trim() === '') {
    throw new AgentMuxError('VALIDATION_ERROR', `${what}(): the prompt must be a non-empty string.`);
  }
}

function demandBoundary(what: string, when: string): void {
  if (when !== 'now' && !BOUNDARIES.some((boundary) => boundary === when)) {
    throw new AgentMuxError('VALIDATION_ERROR', `${what}(): \`when\` must be one of ${BOUNDARIES.join(', ')}.`);
  }
}
