/** The parts of the run itself that its other parts need; each of them says which. */
import type { ErrorCode } from '@agent-mux/events';
import type { Dialect, EventDraft, Writes } from '../adapter/index.ts';
import type { EndCause } from '../assembler/index.ts';
import type { SteadyClock } from '../clock.ts';
import type { Faults } from './faults.ts';
import type { HostAction } from './host-action.ts';
import type { InputLog } from './input-log.ts';
import type { Keeper } from './keeper.ts';
import type { PreparedRun } from './prepared-run.ts';
import type { RunKin } from './run-deps.ts';
import type { Waits } from './waits.ts';

export interface RunWires {
  readonly prepared: PreparedRun;
  readonly clock: SteadyClock;
  readonly faults: Faults;
  readonly kin: RunKin;
  readonly keeper: Keeper;
  readonly inputs: InputLog;
  readonly waits: Waits;
  /** Returns the dialect of the current attempt. */
  readonly dialect: () => Dialect;
  /** Whether the process exists and can be talked to. */
  readonly isUp: () => boolean;
  /** Does an action to the run, and writes it down. */
  readonly act: (action: HostAction) => void;
  /** Hands messages to the running CLI. */
  readonly say: (writes: Writes, said?: () => void) => void;
  /** Hands over the next prompt if the agent is idle, or lets the agent go. */
  readonly advance: () => void;
  readonly steerReading: () => void;
  /** Says something as the runtime itself. */
  readonly pushOwn: (draft: EventDraft) => void;
  readonly warn: (message: string) => void;
  /** Ends the run; the first cause counts. */
  readonly stop: (cause: EndCause) => void;
  readonly fail: (code: ErrorCode, message: string) => void;
}
