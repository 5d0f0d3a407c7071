/** Shows a run of the toy agent just as amux shows one of a real agent. Its argument is made by `toyArgument`. */
import { createClient } from '@agent-mux/core';
import { exitCodeOfResult } from 'agent-mux';
import { converse } from '../../packages/agent-mux/src/cli/converse.ts';
import { findAnswering, followRun } from '../../packages/agent-mux/src/cli/follow-run.ts';
import type { ToyCall } from '../../packages/agent-mux/src/cli/testing/toy-call.ts';
import { createView } from '../../packages/agent-mux/src/cli/view.ts';
import { toyAdapter } from './toy-adapter.ts';

const { steps, flags, options, takesInput, isChat }: Required<ToyCall> = JSON.parse(process.argv[2] ?? '{}');
const client = createClient({ adapters: [toyAdapter({ steps, takesInput })] });
const view = createView(new Map(flags.map((flag) => [flag, ['']])));
const handle = client.run({ agent: 'toy', prompt: 'hello', binary: process.execPath, ...options });
const result = isChat
  ? await converse({ handle, view, input: process.stdin, output: process.stderr })
  : await followRun(handle, view, findAnswering());
await view.flush();
await client.close();
process.exitCode = exitCodeOfResult(result);
