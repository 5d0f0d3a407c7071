/** Sessions, turns and steps: where an event stands in a run. */
import type { BaseEvent, CostRecord } from './base-event.ts';

// Session
/** The first domain event of a run. */
export interface SessionStartEvent extends BaseEvent {
  readonly type: 'session_start';
  /** The agent's own id of the session; `transient-<runId>` where it has none, or keeps none. */
  readonly sessionId: string;
  readonly resumed: boolean;
  readonly forkedFrom?: string;
  /** The model of the session, as the agent names it. */
  readonly model?: string;
  /** The service behind the model, as the agent names it. */
  readonly provider?: string;
}
/** Follows `session_start` if and only if an existing session was continued. */
export interface SessionResumeEvent extends BaseEvent {
  readonly type: 'session_resume';
  readonly sessionId: string;
  /** The number of turns that the session had before. */
  readonly priorTurnCount: number;
  /** `false` where the agent does not say how many turns there were, so that `priorTurnCount` is 0 and means nothing. */
  readonly priorTurnCountKnown?: false;
}
/** Follows `session_start` if the session is a copy of another one. */
export interface SessionForkEvent extends BaseEvent {
  readonly type: 'session_fork';
  readonly sessionId: string;
  readonly forkedFrom: string;
}
/** A point to which the agent can rewind. */
export interface SessionCheckpointEvent extends BaseEvent {
  readonly type: 'session_checkpoint';
  readonly sessionId: string;
  readonly checkpointId: string;
}
/** The last domain event; it comes exactly once if and only if `session_start` came. */
export interface SessionEndEvent extends BaseEvent {
  readonly type: 'session_end';
  readonly sessionId: string;
  /** The number of turns of the session, earlier ones included. */
  readonly turnCount: number;
  /** `false` where the turns before this run are not known, so that `turnCount` counts this run's only. */
  readonly turnCountKnown?: false;
  /** The cost of this run only. */
  readonly cost?: CostRecord;
}

// Turn and step
/** A request of the user and the response to it. */
export interface TurnStartEvent extends BaseEvent {
  readonly type: 'turn_start';
  /** The number of the turn, from 0 within the run. */
  readonly turnIndex: number;
}
export interface TurnEndEvent extends BaseEvent {
  readonly type: 'turn_end';
  readonly turnIndex: number;
  readonly cost?: CostRecord;
  /** The model that answered the turn's last request of the main agent. */
  readonly model?: string;
  readonly provider?: string;
}
/** One model request and the foreground tools that it asked for. */
export interface StepStartEvent extends BaseEvent {
  readonly type: 'step_start';
  readonly turnIndex: number;
  /** The number of the step, from 0 within the turn. */
  readonly stepIndex: number;
  /** The kind of the step: `generation`, `thinking`, `tool_use`, `review` or a name of the agent's. */
  readonly stepType: string;
}
export interface StepEndEvent extends BaseEvent {
  readonly type: 'step_end';
  readonly turnIndex: number;
  readonly stepIndex: number;
}
