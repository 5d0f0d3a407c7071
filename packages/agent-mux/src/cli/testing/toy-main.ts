/** Writes a program that shows a run of the toy agent just as amux shows one of a real agent. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FakeAgentStep } from '@agent-mux/testkit';

const here = (path: string): string => JSON.stringify(new URL(path, import.meta.url).href);

/** The path of the program. Its argument is made by `toyArgument`. */
export function writeToyMain(folder: string): string {
  const path = join(folder, 'toy-main.mjs');
  writeFileSync(
    path,
    `import { createClient, exitCodeOfResult } from ${here('../../../../core/src/index.ts')};
import { toyAdapter } from ${here('../../../../../test/support/toy-adapter.ts')};
import { findAnswering, followRun } from ${here('../follow-run.ts')};
import { createView } from ${here('../view.ts')};

const { steps, flags, options, takesInput } = JSON.parse(process.argv[2]);
const client = createClient({ adapters: [toyAdapter({ steps, takesInput })] });
const view = createView(new Map(flags.map((flag) => [flag, ['']])));
const handle = client.run({ agent: 'toy', prompt: 'hello', binary: process.execPath, ...options });
const result = await followRun(handle, view, findAnswering());
await view.flush();
await client.close();
process.exitCode = exitCodeOfResult(result);
`,
  );
  return path;
}

export interface ToyCall {
  readonly steps: readonly FakeAgentStep[];
  /** Such as `json`. */
  readonly flags?: readonly string[];
  readonly options?: Readonly<Record<string, unknown>>;
  /** Whether a grant may name another input. @defaultValue false */
  readonly takesInput?: boolean;
}

export function toyArgument({ steps, flags = [], options = {}, takesInput = false }: ToyCall): string {
  return JSON.stringify({ steps, flags, options, takesInput });
}
