/**
 * A process that runs one command line of `amux` after another, each as if it had been started for it. Starting `amux` costs half a second
 * of a core each time, which a test of messages does not need.
 */
import { Readable, Writable } from 'node:stream';
import { obeyCommandLine } from '../command-line.ts';

export interface HostCall {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly stdin: string;
  /** Whether stdout and stderr say that they are a terminal, of 80 columns. */
  readonly isTty: boolean;
}

export interface HostAnswer {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function replace(name: 'stdin' | 'stdout' | 'stderr', stream: Readable | Writable): void {
  Object.defineProperty(process, name, { configurable: true, value: stream });
}

/** Changes the variables one by one, because code that asks the system for them would not see an object of ours. */
function become({ env, cwd }: HostCall): void {
  for (const name of Object.keys(process.env)) {
    if (env[name] === undefined) {
      delete process.env[name];
    }
  }
  Object.assign(process.env, env);
  process.chdir(cwd);
}

function collect(isTty: boolean): { readonly stream: Writable; readonly text: () => string } {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  if (isTty) {
    Object.assign(stream, { isTTY: true, columns: 80 });
  }
  return { stream, text: () => Buffer.concat(chunks).toString('utf8') };
}

async function obey(call: HostCall): Promise<HostAnswer> {
  const [stdout, stderr] = [collect(call.isTty), collect(call.isTty)];
  become(call);
  replace('stdin', Readable.from(call.stdin === '' ? [] : [Buffer.from(call.stdin)]));
  replace('stdout', stdout.stream);
  replace('stderr', stderr.stream);
  const code = await obeyCommandLine(call.args);
  return { code, stdout: stdout.text(), stderr: stderr.text() };
}

// The calls run one after the other, because the process has one folder and one set of variables.
process.on('message', (call: HostCall) => {
  void obey(call).then((answer) => process.send?.(answer));
});
process.on('disconnect', () => process.exit());
