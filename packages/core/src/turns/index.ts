export type { Activity, ActivityChange, ActivityListener } from './activity.ts';
export type { Delivery } from './live-turns.ts';
export type { AwaitableTurn, Turn } from './turn.ts';
export type { TurnFile, TurnResult, TurnTool } from './turn-result.ts';
