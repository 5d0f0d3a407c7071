/** The program that shows a run of the toy agent just as amux shows one of a real agent, and its parameters. */
import { join } from 'node:path';
import type { FakeAgentStep } from '@agent-mux/testkit';

export interface ToyCall {
  readonly steps: readonly FakeAgentStep[];
  /** Flags such as `json`. */
  readonly flags?: readonly string[];
  readonly options?: Readonly<Record<string, unknown>>;
  /** Whether a grant may name another input. @defaultValue false */
  readonly takesInput?: boolean;
  /** Whether it talks turn after turn, as `amux chat` does. @defaultValue false */
  readonly isChat?: boolean;
}

export function toyArgument({ steps, flags = [], options = {}, takesInput = false, isChat = false }: ToyCall): string {
  return JSON.stringify({ steps, flags, options, takesInput, isChat });
}

/** The path of the program, which the set-up of the tests has built from test/support/toy-program.ts. */
export function toyProgram(): string {
  return join(process.env['AMUX_TEST_HOSTS'] ?? '', 'toy-program.mjs');
}
