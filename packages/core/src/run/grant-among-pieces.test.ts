import { expect, it } from 'vitest';
import type { EventDraft, Mode } from '../adapter/index.ts';
import { SteadyClock, systemClock } from '../clock.ts';
import { createRunHandle } from './create-run-handle.ts';
import { Run } from './run.ts';
import { createToyDeps, prepareToy, TOY_MODE } from './testing/bare-run.ts';
import { createScriptedDialect, QUESTION, saying, script } from './testing/scripted-dialect.ts';

const PIECES = 10;
const BUSY = script({ state: { busy: true } });
const BEGIN = script({
  drafts: [{ type: 'session_start', sessionId: 's' }, { type: 'turn_start' }],
  state: { busy: true, turn: true },
});
const piece = (delta: string): string => saying({ type: 'text_delta', delta } satisfies EventDraft);
const ASK = saying({ type: 'approval_request', key: 'k', action: 'run', detail: 'rm', riskLevel: 'low' });
const END = script({ drafts: [{ type: 'turn_end' }], state: { busy: false, turn: false, clean: true } });

/** A shell that asks, goes on with its answer in the same breath, and ends its turn once it is answered. */
function createMode(): Mode {
  const said = [BEGIN, piece('a'), ASK, ...Array.from({ length: PIECES }, (_, n) => piece(`${n}`))];
  const script = [
    'read -r prompt',
    `printf '%s\\n' ${said.map((line) => `'${line}'`).join(' ')}`,
    'read -r answer',
    `printf '%s\\n' '${END}'`,
    'cat > /dev/null',
  ];
  return {
    ...TOY_MODE,
    command: () => ({ file: 'sh', args: ['-c', script.join('\n')], env: {}, cwd: '/', stdin: 'open' }),
    dialect() {
      const dialect = createScriptedDialect();
      const { parseEvent } = dialect;
      const pending = dialect.state.pending as Map<string, typeof QUESTION>;
      dialect.open = () => ({ write: [] });
      dialect.prompt = () => ({ write: [BUSY] });
      dialect.close = () => ({ write: [], endInput: true });
      dialect.respond = () => ({ write: ['yes'] });
      dialect.parseEvent = (message, context) => {
        if (message === ASK) {
          pending.set('k', QUESTION);
        } else if (message === 'yes') {
          pending.delete('k');
        }
        return parseEvent(message, context);
      };
      return dialect;
    },
  };
}

// With one of these marks the reader falls behind with each of the pieces, and the held grant is let go in the midst of it.
it.each(Array.from({ length: 2 * PIECES }, (_, n) => n + 8))(
  'a grant of a paused run reaches the agent while its reader falls behind (%d entries)',
  async (highWaterMark) => {
    const deps = createToyDeps({ clock: new SteadyClock(systemClock) });
    const { options } = prepareToy();
    const prepared = { mode: createMode(), highWaterMark, collectEvents: false };
    const run = new Run(prepareToy({ ...prepared, options: { ...options, keepOpen: false } }), deps);
    const handle = createRunHandle(run, {} as never);
    const asked = new Promise<string>((resolve) => {
      handle.once('approval_request', ({ interactionId }) => {
        run.pause();
        resolve(interactionId);
      });
    });
    const reader = handle.entries();
    run.begin();
    await reader.next();
    await handle.interaction.respond(await asked, { type: 'approve' });
    run.resume();
    for await (const _ of reader) {
      // It reads on, so that the agent may.
    }
    expect((await run.result).exitReason).toBe('completed');
  },
);
