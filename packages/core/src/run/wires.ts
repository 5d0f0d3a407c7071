/** What the parts of a run need of the run itself: each says which of it. */
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

export interface RunWires {
  readonly prepared: PreparedRun;
  readonly clock: SteadyClock;
  readonly faults: Faults;
  readonly kin: RunKin;
  readonly keeper: Keeper;
  readonly inputs: InputLog;
  /** The dialect of the attempt that lives. */
  readonly dialect: () => Dialect;
  /** The process exists and can be talked to. */
  readonly isUp: () => boolean;
  /** Does it to the run, and writes it down. */
  readonly act: (action: HostAction) => void;
  /** Hands it to the CLI that lives. */
  readonly say: (writes: Writes) => void;
  /** Hands over the next prompt if the agent is idle, or lets it go. */
  readonly advance: () => void;
  readonly steerReading: () => void;
  /** Says something of the runtime's own. */
  readonly pushOwn: (draft: EventDraft) => void;
  readonly warn: (message: string) => void;
  /** Ends the run; the first cause stands. */
  readonly stop: (cause: EndCause) => void;
  readonly fail: (code: ErrorCode, message: string) => void;
}
