/** Says in our words what an agent asks to be allowed. */
import type { Interaction } from '@agent-mux/core';
import type { McpTool, RiskLevel, ToolKind } from '@agent-mux/events';
import { textOf } from './native-value.ts';
import { riskLevel } from './risk-level.ts';

export type DescribedAction = Required<Pick<Interaction, 'action' | 'detail' | 'riskLevel' | 'toolKind'>>;

/** What is known of a tool, or of a kind of question. */
interface KnownAction<Field extends string> {
  readonly action: string;
  /** Of its input: what it is about. */
  readonly field: Field;
  /** Where it is another one than that of its kind. */
  readonly risk?: RiskLevel;
}

/** By the names of tools or kinds. */
export type KnownActions<Field extends string> = Readonly<Record<string, KnownAction<Field>>>;

/** Of a detail that has no words of its own, in characters. */
export const MAX_DETAIL = 2_000;

export interface ActionToDescribe<Field extends string> {
  readonly kind: ToolKind;
  /** undefined: there is none in the table. */
  readonly known: KnownAction<Field> | undefined;
  readonly fields: { readonly [name in Field]?: unknown };
  /** Told where the fields say nothing. */
  readonly whole: unknown;
  /** What it is called where there is none in the table. */
  readonly otherwise: string;
}

export function describeAction<Field extends string>(call: ActionToDescribe<Field>): DescribedAction {
  const { kind: toolKind, known, fields, whole, otherwise } = call;
  const detail = known === undefined ? undefined : textOf(fields[known.field]);
  const risk = known?.risk ?? riskLevel(toolKind, detail);
  return { action: known?.action ?? otherwise, detail: detail ?? shortJson(whole), riskLevel: risk, toolKind };
}

/** A text is told as it is. */
export function shortJson(value: unknown): string {
  return (textOf(value) ?? JSON.stringify(value ?? {})).slice(0, MAX_DETAIL);
}

/** The call of an MCP tool in a line; `input` is undefined where the agent has not told it. */
export function describeMcpCall({ server, tool }: McpTool, input: unknown): string {
  return `${server}.${tool}${input === undefined ? '' : ` ${JSON.stringify(input)}`}`.slice(0, MAX_DETAIL);
}
