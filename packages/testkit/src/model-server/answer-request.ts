/** Answers one request from the script: it is read, classified, logged, and then rendered or refused. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ErrorFault, Fault, ModelScript, Step, StreamFault } from '../scenario/index.ts';
import type { AgentProfile, RequestMark } from './agent-profile.ts';
import { buildAnswer } from './build-answer.ts';
import { findStep, laneMark } from './find-step.ts';
import type { Gates } from './gates.ts';
import { readRequest } from './read-request.ts';
import type { Answer, HttpAnswer, ModelRequest, Rendering, WireRequest } from './rendering.ts';
import { RENDERINGS } from './renderings.ts';
import type { LoggedRequest } from './request-log.ts';
import { pause, untilAborted, writeStream } from './write-stream.ts';

export interface AnswerContext {
  readonly script: ModelScript;
  readonly cwd: string;
  readonly profile: AgentProfile;
  readonly gates: Gates;
  /** How often each step was asked for. */
  readonly attempts: Map<string, number>;
  elapsed(): number;
  log(request: LoggedRequest): void;
}

interface RequestContext extends AnswerContext {
  readonly signal: AbortSignal;
}

type Log = (entry: Pick<LoggedRequest, 'kind' | 'rule' | 'fault' | 'dialect'>) => void;

export async function answerRequest(
  incoming: IncomingMessage,
  response: ServerResponse,
  context: RequestContext,
): Promise<void> {
  const arrivedAt = context.elapsed();
  const wire = await readRequest(incoming);
  const { method, headers, body } = wire;
  const log: Log = (entry) => context.log({ method, url: incoming.url ?? '', headers, body, arrivedAt, ...entry });
  for (const rendering of RENDERINGS) {
    const request = rendering.read(wire);
    if (request === undefined) {
      continue;
    }
    if (request.kind === 'model') {
      return answerModel(response, { wire, request, rendering, log, context });
    }
    log({ kind: 'side', rule: request.name, dialect: rendering.dialect });
    return send(response, request.answer);
  }
  log({ kind: 'unmatched', rule: `no wire format has ${method} ${wire.path}` });
  send(response, { status: 404, headers: { 'content-type': 'application/json' }, body: '{"error":"unknown path"}' });
}

interface ModelExchange {
  readonly wire: WireRequest;
  readonly request: ModelRequest;
  readonly rendering: Rendering;
  readonly log: Log;
  readonly context: RequestContext;
}

async function answerModel(response: ServerResponse, exchange: ModelExchange): Promise<void> {
  const { wire, request, rendering, log, context } = exchange;
  const { dialect } = rendering;
  const mark: RequestMark = context.profile.classify?.(wire, request) ?? { kind: 'main' };
  if (mark.kind === 'side') {
    log({ kind: 'side', rule: mark.name, dialect });
    const id = `${mark.name}_${countAttempt(context, mark.name)}`;
    return sendStep(response, { exchange, step: mark.step, id, fault: undefined });
  }
  const found = findStep(context.script, mark, request.history);
  if (typeof found === 'string') {
    log({ kind: 'unmatched', rule: found, dialect });
    const message = `Nothing in the script answers this request: ${found}.`;
    return send(response, rendering.error({ error: 'bad-request', message, shouldRetry: false }, 'unmatched'));
  }
  const attempt = countAttempt(context, found.id);
  const fault = findFault(found.step.faults ?? [], attempt);
  log({
    kind: mark.kind === 'compaction' ? 'summary' : 'step',
    rule: found.id,
    dialect,
    ...(fault === undefined ? {} : { fault: fault.kind === 'error' ? fault.error : fault.kind }),
  });
  // Agents key on ids, so a step that is given again must have others.
  const id = attempt === 1 ? found.id : `${found.id}_r${attempt}`;
  if (found.step.hold !== undefined) {
    await pause({ hold: found.step.hold }, context.gates, context.signal);
  }
  if (found.step.waitMs !== undefined) {
    await pause({ pauseMs: found.step.waitMs }, context.gates, context.signal);
  }
  const step = mark.kind === 'subagent' ? (context.profile.endSubagent?.(found.step, wire) ?? found.step) : found.step;
  return sendStep(response, { exchange, step, id, fault });
}

function countAttempt({ attempts }: AnswerContext, id: string): number {
  const attempt = (attempts.get(id) ?? 0) + 1;
  attempts.set(id, attempt);
  return attempt;
}

/** The fault that the n-th request for a step meets. */
function findFault(faults: readonly Fault[], attempt: number): Fault | undefined {
  let last = 0;
  for (const fault of faults) {
    last += fault.times ?? Number.POSITIVE_INFINITY;
    if (attempt <= last) {
      return fault;
    }
  }
  return undefined;
}

interface StepAnswer {
  readonly exchange: ModelExchange;
  readonly step: Step;
  readonly id: string;
  readonly fault: Fault | undefined;
}

async function sendStep(response: ServerResponse, { exchange, step, id, fault }: StepAnswer): Promise<void> {
  const { request, rendering, context } = exchange;
  const { profile, cwd, signal } = context;
  if (signal.aborted) {
    return;
  }
  const markTask = (lane: string, task: string): string => `${laneMark(lane)} ${task}`;
  const toNativeCall: Parameters<typeof buildAnswer>[1]['toNativeCall'] = (call) =>
    profile.toNativeCall(call, { cwd, markTask });
  const answer = buildAnswer(step, { id, model: request.model, toNativeCall });
  switch (fault?.kind) {
    case 'error':
      return send(response, rendering.error(fault, id));
    case 'http':
      return send(response, httpAnswer(fault.status, fault.headers, fault.body));
    case 'silence':
      return untilAborted(signal);
    case 'raw':
      response.writeHead(200, { ...rendering.streamHeaders(answer), ...step.headers });
      response.end(fault.frames.join(''));
      return;
    case 'cut':
    case 'hang':
    case 'stream-error':
    case 'unfinished':
    case undefined:
      return sendAnswer(response, { exchange, step, answer, fault });
    default:
      return fault satisfies never;
  }
}

interface Rendered {
  readonly exchange: ModelExchange;
  readonly step: Step;
  readonly answer: Answer;
  readonly fault: StreamFault | undefined;
}

async function sendAnswer(response: ServerResponse, { exchange, step, answer, fault }: Rendered): Promise<void> {
  const { request, rendering, context } = exchange;
  const serverError: Omit<ErrorFault, 'kind' | 'times'> = { error: 'server-error' };
  if (!request.stream) {
    const whole = fault === undefined ? rendering.whole(answer) : rendering.error(serverError, answer.id);
    return send(response, { ...whole, headers: { ...whole.headers, ...step.headers } });
  }
  response.writeHead(200, { ...rendering.streamHeaders(answer), ...step.headers });
  const errorItems = rendering.streamError(fault?.error ?? 'overloaded', answer.id);
  const { gates, signal } = context;
  await writeStream(response, rendering.stream(answer), {
    gates,
    signal,
    delayMs: step.delayMs ?? 0,
    fault,
    errorItems,
  });
}

function httpAnswer(status: number, headers: Readonly<Record<string, string>> = {}, body: unknown): HttpAnswer {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: text };
}

function send(response: ServerResponse, { status, headers, body }: HttpAnswer): void {
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
  response.end(body);
}
