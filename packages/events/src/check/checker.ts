/** Checks a stream of events against the ordering rules, event by event. */
import type { AgentEvent } from '../events.ts';
import { isTerminalEvent } from '../guards.ts';
import { watchBlocks } from './blocks.ts';
import { watchCalls } from './calls.ts';
import { type CheckOptions, type CheckState, createCheckState } from './check-state.ts';
import { checkEnd, watchClosing } from './closing.ts';
import { watchCost } from './cost.ts';
import { watchFiles } from './files.ts';
import { watchGrants } from './grants.ts';
import { watchInteractions } from './interactions.ts';
import { watchJournal } from './journal.ts';
import { watchPaths } from './paths.ts';
import { watchPauses } from './pauses.ts';
import type { Rule } from './rules.ts';
import { watchSession } from './sessions.ts';
import { checkShape } from './shape.ts';
import { watchShells } from './shells.ts';
import { watchStartup } from './startup.ts';
import { watchStreaming } from './streaming.ts';
import { watchSubagents } from './subagents.ts';
import { watchTurns } from './turns.ts';

export interface Violation {
  /** The broken rule; `RULES` says what it demands. */
  readonly rule: Rule;
  /** The `seq` of the event, or its place in the stream where it has none; undefined where the end of the stream shows the fault. */
  readonly seq: number | undefined;
  readonly message: string;
}

/** How an event reached the checker. */
export interface EventReading {
  /**
   * Whether a secret was hidden in the event. `yes` means that its text is not compared and nothing is found in the event itself; `maybe`,
   * that only its text is not compared. @defaultValue 'no'
   */
  readonly redacted?: 'yes' | 'maybe' | 'no';
}

export interface Checker {
  /** All violations so far. */
  readonly violations: readonly Violation[];
  push(event: AgentEvent, how?: EventReading): void;
  /** Says that nothing more comes. Returns all violations. */
  end(): readonly Violation[];
}

/** Creates a checker that is fed event by event: it takes constant time per event, whatever the length of the run. */
export function createChecker(options: CheckOptions = {}): Checker {
  const violations: Violation[] = [];
  let seq: number | undefined;
  let index = 0;
  const report = (rule: Rule, message: string): void => {
    if (state.progress.redacted === 'yes') {
      return;
    }
    if (options.foreign !== true || !rule.startsWith('D-')) {
      violations.push({ rule, seq, message });
    }
  };
  const state = createCheckState(options, report);
  const watchAll = watchJournal(state);
  // Closing comes first, because it looks at what is open before the event takes effect.
  const watches = [
    watchClosing,
    watchPauses,
    watchSession,
    watchStartup,
    watchTurns,
    watchStreaming,
    watchSubagents,
    watchBlocks,
    watchCalls,
    watchShells,
    watchFiles,
    watchInteractions,
    watchGrants,
    watchPaths,
    watchCost,
  ].map((watch) => watch(state));

  return {
    violations,
    push(event, { redacted = 'no' } = {}) {
      state.progress.redacted = redacted;
      seq = typeof event?.seq === 'number' ? event.seq : index;
      index += 1;
      const shape = checkShape(event, state);
      if (shape === 'nothing') {
        return;
      }
      watchAll(event);
      if (shape !== 'known' || event.type === 'debug' || event.type === 'log') {
        return;
      }
      if (!mayFollow(event, state)) {
        return;
      }
      for (const watch of watches) {
        watch(event);
      }
      if (event.type === 'session_end') {
        state.progress.isOver = true;
      }
      if (isTerminalEvent(event)) {
        state.progress.terminal = event.type;
      }
    },
    end() {
      seq = undefined;
      state.progress.redacted = 'no';
      checkEnd(state);
      return violations;
    },
  };
}

/** All violations of a whole stream; an empty list where it is legal. */
export function checkStream(events: Iterable<AgentEvent>, options: CheckOptions = {}): readonly Violation[] {
  const checker = createChecker(options);
  for (const event of events) {
    checker.push(event);
  }
  return checker.end();
}

function mayFollow(event: AgentEvent, { report, progress }: CheckState): boolean {
  if (progress.isOver) {
    report('M-15', `${event.type} after session_end`);
  } else if (progress.terminal !== undefined && event.type !== 'session_end') {
    report('M-36', `${event.type} after ${progress.terminal}`);
  } else {
    return true;
  }
  return false;
}
