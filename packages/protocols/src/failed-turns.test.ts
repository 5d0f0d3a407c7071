/** How a turn ended, as the journal tells it once its agent rests: every protocol tells the same, and each failure once. */
import { describe, expect, it } from 'vitest';
import { type A2aEvent, a2a } from './a2a/index.ts';
import { type AfkEvent, afk } from './afk/index.ts';
import { type AguiEvent, agui } from './ag-ui/index.ts';
import { type AgenticEvent, agentic } from './agentic/index.ts';
import { type CagentEvent, cagent } from './cagent/index.ts';
import { type LooopyEvent, looopy } from './looopy/index.ts';
import { projectAll } from './project.ts';
import type { Projection } from './projection.ts';
import { CORNER_JOURNALS } from './testing/corner-journals.ts';
import { REFUSED } from './testing/corners/rests.ts';
import { type UiMessageChunk, uiMessages } from './ui-messages/index.ts';

interface Held<Out> {
  readonly projection: Projection<Out>;
  /** The end of each turn of the main agent, with what went wrong in it. */
  readonly ends: (outputs: readonly Out[]) => readonly string[];
}

const AGUI: Held<AguiEvent> = {
  projection: agui(),
  ends: (outputs) =>
    outputs.flatMap((output) => {
      switch (output.type) {
        case 'RUN_FINISHED':
          return [output.outcome?.type === 'success' ? 'done' : 'stopped'];
        case 'RUN_ERROR':
          return [`failed: ${output.code} ${output.message}`];
        default:
          // A repetition would open a run of its own, or stand in that of the next prompt.
          return output.type === 'CUSTOM' && output.name === 'amux.error' ? ['error'] : [];
      }
    }),
};

const UI: Held<UiMessageChunk> = {
  projection: uiMessages(),
  ends: (outputs) =>
    outputs.flatMap((output, place) => {
      if (output.type === 'data-amux-error') {
        return ['error'];
      }
      if (output.type !== 'finish') {
        return [];
      }
      const before = outputs[place - 1];
      return before?.type === 'error'
        ? [`failed: ${before.errorText}`]
        : [before?.type === 'abort' ? 'stopped' : 'done'];
    }),
};

const CAGENT: Held<CagentEvent> = {
  projection: cagent(),
  ends: (outputs) => {
    const ends: string[] = [];
    let errors: string[] = [];
    for (const output of outputs) {
      if (output.type === 'error') {
        errors.push(output.error);
      } else if (output.type === 'stream_stopped') {
        ends.push(errors.length === 0 ? 'done' : `failed: ${errors.join(', ')}`);
        errors = [];
      }
    }
    return ends;
  },
};

const LOOOPY: Held<LooopyEvent> = {
  projection: looopy(),
  ends: (outputs) =>
    outputs.flatMap((output) => {
      if (output.kind === 'task-complete') {
        return ['done'];
      }
      if (output.kind !== 'task-status' || output.status === 'completed') {
        return [];
      }
      const { error } = (output.metadata ?? {}) as {
        readonly error?: { readonly code: string; readonly message: string };
      };
      if (output.status === 'failed') {
        return [`failed: ${error?.code} ${error?.message}`];
      }
      return output.status === 'canceled' ? ['stopped'] : error === undefined ? [] : ['error'];
    }),
};

const A2A: Held<A2aEvent> = {
  projection: a2a(),
  ends: (outputs) =>
    outputs.flatMap((output) => {
      const { state, message } =
        'statusUpdate' in output ? output.statusUpdate.status : { state: '', message: undefined };
      const part = message?.parts[0];
      switch (state) {
        case 'TASK_STATE_COMPLETED':
          return ['done'];
        case 'TASK_STATE_CANCELED':
          return ['stopped'];
        case 'TASK_STATE_FAILED':
          return [`failed: ${part !== undefined && 'text' in part ? part.text : ''}`];
        default:
          return [];
      }
    }),
};

const AGENTIC: Held<AgenticEvent> = {
  projection: agentic(),
  ends: (outputs) =>
    outputs.flatMap((output) => {
      if (output.type === 'turn_cancelled') {
        return ['stopped'];
      }
      if (output.type !== 'turn_end') {
        return [];
      }
      const { error } = output.payload;
      return [error === undefined ? 'done' : `failed: ${error}`];
    }),
};

/** The requests to the model and the warnings of AFK, whose run goes on. */
const AFK: Held<AfkEvent> = {
  projection: afk(),
  ends: (outputs) =>
    outputs.flatMap((output) => {
      if (output.type === 'warning') {
        return [`warning: ${output.message}`];
      }
      return output.type === 'llm_completed' ? [output.data.finish_reason] : [];
    }),
};

function endsOf<Out>({ projection, ends }: Held<Out>, name: string): readonly string[] {
  const journal = CORNER_JOURNALS.find((each) => each.name === name);
  if (journal === undefined) {
    throw new Error(`There is no journal ${name}`);
  }
  return ends(projectAll(journal.entries, projection));
}

const { code, message } = REFUSED;
const CODED = `failed: ${code} ${message}`;
const PLAIN = `failed: ${message}`;
const COLON = `failed: ${code}: ${message}`;
const FAILS = ['a turn that fails where the run waits', 'a turn that fails where another prompt was given already'];

describe('a turn that fails, and a run that goes on', () => {
  it.each([...FAILS, 'a turn that fails without a word where the run waits'])(
    'C-26 C-27 G-16 G-24 L-22 L-29 L-31 P-11 U-16 U-17 V-14 V-15: is told as failed once: %s',
    (name) => {
      expect({
        agui: endsOf(AGUI, name),
        ui: endsOf(UI, name),
        cagent: endsOf(CAGENT, name),
        looopy: endsOf(LOOOPY, name),
        a2a: endsOf(A2A, name),
        agentic: endsOf(AGENTIC, name),
      }).toEqual({
        agui: [CODED, 'done'],
        ui: [PLAIN, 'done'],
        cagent: [COLON, 'done'],
        looopy: [CODED, 'done'],
        a2a: [PLAIN, 'done'],
        agentic: [PLAIN, 'done'],
      });
    },
  );

  it.each([
    // The request that has told its usage was answered.
    ['a turn that fails where the run waits', ['stop', `warning: ${message}`, 'stop']],
    ['a turn that fails where another prompt was given already', ['error', `warning: ${message}`, 'stop']],
    ['a run that ends with a turn that has failed', ['error', `warning: ${message}`]],
  ])('A-26: ends its request to the model as one that failed, and is a warning of AFK: %s', (name, told) => {
    expect(endsOf(AFK, name)).toEqual(told);
  });

  it.each(['a run that ends with a turn that has failed', 'a turn that fails where the run waits'])(
    'C-27 G-16 L-31 P-11 U-17 V-15: is told once, also where an event tells it again: %s',
    (name) => {
      const failures = [AGUI, UI, CAGENT, LOOOPY, A2A, AGENTIC].map((held) =>
        endsOf(held as Held<unknown>, name).filter((end) => /failed|error/.test(end)),
      );
      expect(failures).toEqual([[CODED], [PLAIN], [COLON], [CODED], [PLAIN], [PLAIN]]);
    },
  );

  it('C-13 C-27: tells no error of cagent again that an event of the turn has told', () => {
    expect(endsOf(CAGENT, 'a failure that was told before its turn is over')).toEqual([COLON, 'done']);
    expect(endsOf(CAGENT, 'the same failure in two turns')).toEqual([COLON, COLON]);
  });

  it('C-27 L-32 U-17 V-15: asks for a login once, before the task fails that lacked it', () => {
    const name = 'a run that ends with a turn that lacked a login';
    const { entries = [] } = CORNER_JOURNALS.find((journal) => journal.name === name) ?? {};
    const told = projectAll(entries, looopy()).flatMap((event) =>
      event.kind === 'auth-required' || (event.kind === 'task-status' && /^(waiting|failed)/.test(event.status))
        ? ['status' in event ? event.status : event.prompt]
        : [],
    );
    expect(told).toEqual(['No key. Set one.', 'waiting-auth', 'failed']);
    expect(endsOf(CAGENT, name)).toEqual(['failed: AUTH_ERROR: No key. Set one.']);
    expect(endsOf(UI, name)).toEqual(['failed: No key. Set one.']);
    expect(endsOf(AGUI, name)).toEqual(['failed: AUTH_ERROR No key. Set one.']);
  });

  it('C-27 C-28: tells the failure of a child under its name, and goes on', () => {
    const { entries = [] } =
      CORNER_JOURNALS.find(({ name }) => name === 'a child whose turn fails while it waits') ?? {};
    const told = projectAll(entries, cagent()).filter(({ type }) => type === 'error' || type === 'stream_stopped');
    expect(told).toEqual([
      { type: 'error', error: `${code}: ${message}`, agent_name: 'scout' },
      { type: 'stream_stopped' },
    ]);
  });
});

describe('how a turn ended that the journal tells of', () => {
  it.each([
    ['timeout', 'failed'],
    ['inactivity', 'failed'],
    ['turn_limit', 'failed'],
    ['budget', 'failed'],
    ['crashed', 'failed'],
    ['killed', 'failed'],
    ['aborted', 'stopped'],
  ])('G-16 L-31 P-11 U-17 V-15: %s is %s', (outcome, end) => {
    const name = `a turn that ends with ${outcome} where the run waits`;
    for (const held of [AGUI, UI, LOOOPY, A2A, AGENTIC]) {
      const [first = '', last] = endsOf(held as Held<unknown>, name);
      expect([first.split(':', 1)[0], last]).toEqual([end, 'done']);
    }
  });

  it.each([
    ['AUTH_ERROR', 'auth', 'error'],
    ['RATE_LIMITED', 'rate-limit', 'error'],
    ['CONTEXT_EXCEEDED', 'context-exceeded', 'length'],
  ])('L-31 V-15: %s has the row of its cause', (failed, reason, finishReason) => {
    const name = `a turn that fails with ${failed} where the run waits`;
    const { entries = [] } = CORNER_JOURNALS.find((journal) => journal.name === name) ?? {};
    expect(projectAll(entries, uiMessages()).find(({ type }) => type === 'finish')).toMatchObject({ finishReason });
    const end = projectAll(entries, looopy()).find(
      (event) => event.kind === 'task-status' && event.status === 'failed',
    );
    expect(end).toMatchObject({ metadata: { reason, error: { code: failed } } });
  });

  it('G-24 L-29 U-16 V-14: went well where an interrupt came too late', () => {
    for (const held of [AGUI, UI, CAGENT, LOOOPY, A2A, AGENTIC]) {
      expect(endsOf(held as Held<unknown>, 'an interrupt that came too late')).toEqual(['done', 'done']);
    }
  });

  it('C-26 G-24 L-29 U-16 V-14: ends what it is the end of with all that came before it, and is not told twice', () => {
    for (const held of [AGUI, UI, CAGENT, LOOOPY, A2A, AGENTIC]) {
      const name = 'what is told between the end of a turn and its rest';
      expect(endsOf(held as Held<unknown>, name)).toEqual(['done', 'done']);
    }
    for (const held of [AGUI, UI, LOOOPY, A2A, AGENTIC]) {
      expect(endsOf(held as Held<unknown>, 'a run that ends with a turn that was interrupted')).toEqual(['stopped']);
    }
  });

  it('C-26 G-24 L-29 U-16 V-14: is that of the prompt, also where the agent goes on by itself', () => {
    for (const held of [AGUI, UI, CAGENT, LOOOPY, A2A, AGENTIC]) {
      const name = 'a turn that the agent begins by itself where the run waits';
      expect(endsOf(held as Held<unknown>, name)).toEqual(['done', 'done', 'done']);
    }
  });

  it('G-24 L-29 U-16 V-14: changes nothing any more where it comes when the next prompt was said', () => {
    for (const held of [AGUI, UI, CAGENT, LOOOPY, A2A, AGENTIC]) {
      expect(endsOf(held as Held<unknown>, 'a rest that is told when the next prompt was said')).toEqual([
        'done',
        'done',
      ]);
    }
  });
});
