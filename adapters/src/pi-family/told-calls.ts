/** The fields of a call that go to the agent's own part, which knows more of it than the family does. */

export interface HiddenCall {
  readonly toolCallId: string;
  readonly input: unknown;
  readonly result: unknown;
  readonly isError: boolean;
}

export interface RefusedCall {
  readonly name: string;
  readonly input: unknown;
}
