/** What a program changes after a call, or in what it is shown, changes no run and no answer. */
import { createClient, type ResolvedOptions } from '@agent-mux/core';
import { describe, expect, it } from 'vitest';
import { HANGS, talker } from './support/calling-toys.ts';
import { says, session, toyAdapter } from './support/toy-adapter.ts';
import { ToyDialect } from './support/toy-dialect.ts';

/** A toy that takes options of its own. `seen` has them as they are when the toy is given its prompt, as agents over ACP read them. */
function listening(steps = talker('Done')) {
  const seen: ResolvedOptions[] = [];
  const base = toyAdapter({ steps, capabilities: { nativeOptions: ['args', 'env'], supportsMCP: true } });
  const modes = base.modes.map((mode): typeof mode => ({
    ...mode,
    reserved: { granting: { args: { '--grant': 'it grants everything' } } },
    dialect: (options, context) => {
      const dialect = mode.dialect(options, context);
      const prompt: typeof dialect.prompt = (input) => {
        seen.push(structuredClone(options));
        return ToyDialect.prototype.prompt.call(dialect, input);
      };
      return Object.assign(dialect, { prompt });
    },
  }));
  return { seen, adapters: [{ ...base, modes }] };
}

describe('options that are changed after the call', () => {
  it('are those of the call, also where one object serves several runs', async () => {
    const { seen, adapters } = listening();
    const mux = createClient({ adapters });
    const native = { args: ['--color', ''], env: { PLACE: '' } };
    const words = [''];
    const mcpServers = [{ name: 's', transport: 'stdio', command: 'serve', args: words }] as const;
    const runs = ['red', 'blue'].map((word) => {
      native.args[1] = word;
      native.env.PLACE = word;
      words[0] = word;
      return mux.run({ agent: 'toy', prompt: 'go', native, mcpServers });
    });
    native.args.push('--grant');
    await Promise.all(runs);
    expect(seen.map(({ native, mcpServers }) => [native?.args, native?.env, mcpServers?.[0]?.args])).toEqual([
      [['--color', 'red'], { PLACE: 'red' }, ['red']],
      [['--color', 'blue'], { PLACE: 'blue' }, ['blue']],
    ]);
  });

  it('are those of the call for a run that begins much later', async () => {
    const { seen, adapters } = listening();
    const mux = createClient({ adapters: [...adapters, { ...toyAdapter({ steps: HANGS }), agent: 'slow' }] });
    const first = mux.run({ agent: 'slow', prompt: 'go', gracePeriodMs: 300 });
    const native = { args: ['--color'] };
    const second = mux.handoff(first, { agent: 'toy', prompt: 'go on', native, now: true });
    native.args.push('--grant');
    await second.result();
    await mux.close();
    expect(seen.map(({ native }) => native?.args)).toEqual([['--color']]);
  });

  it('are those of the call for an attempt that is repeated', async () => {
    const { seen, adapters } = listening([{ do: 'exit', code: 1 }]);
    const native = { args: ['--color'] };
    const retryPolicy = { maxAttempts: 1, baseDelayMs: 1, retryOn: ['AGENT_CRASH' as const] };
    const run = createClient({ adapters }).run({ agent: 'toy', prompt: 'go', native, retryPolicy });
    native.args.push('--grant');
    retryPolicy.retryOn.pop();
    await run;
    expect(seen.map(({ native }) => native?.args)).toEqual([['--color'], ['--color']]);
  });

  it('of a client are those that it was made with', async () => {
    const { seen, adapters } = listening();
    const options: Record<string, unknown> = { adapters, approvalMode: 'deny' };
    const mux = createClient(options);
    Object.assign(options, { approvalMode: 'yolo', timeout: 'soon' });
    adapters.pop();
    expect((await mux.run({ agent: 'toy', prompt: 'go' })).exitReason).toBe('completed');
    expect(seen.map(({ approvalMode }) => approvalMode)).toEqual(['deny']);
  });
});

/** Like Claude Code it says the input again that it grants. */
class EchoingDialect extends ToyDialect {
  override respond(key: string): ReturnType<ToyDialect['respond']> {
    const granted = this.state.pending.get(key)?.input;
    return { write: [JSON.stringify({ answer: { key, type: 'approve' }, granted })] };
  }
}

describe('an input that a program changes in order to show it', () => {
  const steps = [
    session,
    says(
      { type: 'turn_start' },
      { type: 'step_start' },
      {
        ...{ type: 'approval_request', key: 'q', action: 'Run', detail: 'ls', riskLevel: 'high' },
        input: { command: 'ls' },
      },
    ),
    { do: 'read', contains: '"granted":{"command":"ls"}' },
    says({ type: 'step_end' }, { type: 'turn_end' }),
    { do: 'read-all' },
  ] as const;
  const hide = (shown: unknown): void => void Object.assign(shown as object, { command: '***' });

  function start(onApprovalRequest?: () => 'approve') {
    const base = toyAdapter({ steps });
    const nature = { isOneShot: false, canSteer: true, tellsSteering: false, refuses: [], takesInput: false };
    const modes = base.modes.map((mode) => ({ ...mode, dialect: () => new EchoingDialect(nature) }));
    const mux = createClient({ adapters: [{ ...base, modes }] });
    const callbacks =
      onApprovalRequest === undefined
        ? {}
        : {
            onApprovalRequest: (event: { input?: unknown }) => {
              hide(event.input);
              return onApprovalRequest();
            },
          };
    return mux.run({ agent: 'toy', prompt: 'go', timeout: 3_000, gracePeriodMs: 300, ...callbacks });
  }

  it.each(['pending', 'asked'])('is granted as it was asked: %s', async (where) => {
    const run = start();
    run.interaction.onPending((question) => {
      hide(where === 'pending' ? question.input : (question.detail as { input?: unknown }).input);
      void run.approve();
    });
    expect((await run).exitReason).toBe('completed');
  });

  it('is granted as it was asked: event', async () => {
    expect((await start(() => 'approve')).exitReason).toBe('completed');
  });
});
