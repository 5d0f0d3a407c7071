/** Describes, in the vocabulary of our events, what an agent asks to be allowed. */
import type { Interaction } from '@agent-mux/core';
import type { McpTool, RiskLevel, ToolKind } from '@agent-mux/events';
import { textOf } from './native-value.ts';
import { riskLevel } from './risk-level.ts';

export type DescribedAction = Required<Pick<Interaction, 'action' | 'detail' | 'riskLevel' | 'toolKind'>>;

/** What is known about a tool, or about a kind of question. */
interface KnownAction<Field extends string> {
  readonly action: string;
  /** The field of its input that says what it is about. */
  readonly field: Field;
  /** Its risk, where that differs from the risk of its kind. */
  readonly risk?: RiskLevel;
}

/** The known actions by the names of tools or kinds. */
export type KnownActions<Field extends string> = Readonly<Record<string, KnownAction<Field>>>;

/** The longest detail that is taken from raw JSON, in characters. */
export const MAX_DETAIL = 2_000;

export interface ActionToDescribe<Field extends string> {
  readonly kind: ToolKind;
  /** The known action; undefined where the table has none. */
  readonly known: KnownAction<Field> | undefined;
  readonly fields: { readonly [name in Field]?: unknown };
  /** The value that is shown where the fields say nothing. */
  readonly whole: unknown;
  /** The name of an action that the table lacks. */
  readonly otherwise: string;
}

export function describeAction<Field extends string>(call: ActionToDescribe<Field>): DescribedAction {
  const { kind: toolKind, known, fields, whole, otherwise } = call;
  const detail = known === undefined ? undefined : textOf(fields[known.field]);
  const risk = known?.risk ?? riskLevel(toolKind, detail);
  return { action: known?.action ?? otherwise, detail: detail ?? shortJson(whole), riskLevel: risk, toolKind };
}

/** A value as short JSON; a text stays as it is. */
export function shortJson(value: unknown): string {
  return (textOf(value) ?? JSON.stringify(value ?? {})).slice(0, MAX_DETAIL);
}

/** The call of an MCP tool in a line; `input` is undefined where the agent has not sent it. */
export function describeMcpCall({ server, tool }: McpTool, input: unknown): string {
  return `${server}.${tool}${input === undefined ? '' : ` ${JSON.stringify(input)}`}`.slice(0, MAX_DETAIL);
}
