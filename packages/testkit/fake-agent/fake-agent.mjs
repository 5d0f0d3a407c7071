#!/usr/bin/env node
/** A child process that does what its steps say: they are JSON, in the first argument, in `@file`, or in FAKE_AGENT_STEPS. */
import { appendFileSync, closeSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { startChildren, startTree, startZombies } from './children.mjs';

const streams = { stdout: process.stdout, stderr: process.stderr };

/** Writes data; resolves when the pipe has taken it, so that a slow reader slows this program. */
function write(data, to = 'stdout') {
  return new Promise((resolve) => streams[to].write(data, () => resolve()));
}

const announce = (value) => write(`${JSON.stringify(value)}\n`);

// The input is read only when a step asks for it, and stays in the pipe until then.
let chunks;
let unread = '';

async function pullChunk() {
  chunks ??= process.stdin.setEncoding('utf8')[Symbol.asyncIterator]();
  const { value } = await chunks.next();
  return value;
}

// These chunks were logged, and wait for a step that reads them.
let logged;
let wake = () => {};

async function logInput({ file }) {
  logged = [];
  for (let chunk = ''; chunk !== undefined; ) {
    chunk = await pullChunk();
    if (chunk !== undefined) {
      appendFileSync(file, chunk);
    }
    logged.push(chunk);
    wake();
  }
}

async function nextChunk() {
  if (logged === undefined) {
    return pullChunk();
  }
  while (logged.length === 0) {
    await new Promise((resolve) => (wake = resolve));
  }
  // The end of the input stays where it is, for whoever reads next.
  return logged[0] === undefined ? undefined : logged.shift();
}

async function nextLine() {
  const pieces = [unread];
  while (!pieces.at(-1).includes('\n')) {
    const chunk = await nextChunk();
    if (chunk === undefined) {
      break;
    }
    pieces.push(chunk);
  }
  const text = pieces.join('');
  const end = text.indexOf('\n');
  unread = end < 0 ? '' : text.slice(end + 1);
  if (end < 0) {
    return text === '' ? undefined : text;
  }
  return text.slice(0, end);
}

async function readUntil({ contains = '' }) {
  for (let line = await nextLine(); line !== undefined; line = await nextLine()) {
    if (line.includes(contains)) {
      return;
    }
  }
}

async function readAll() {
  let bytes = Buffer.byteLength(unread);
  for (let chunk = await nextChunk(); chunk !== undefined; chunk = await nextChunk()) {
    bytes += Buffer.byteLength(chunk);
  }
  await announce({ fake: 'stdin', bytes });
}

async function echo() {
  for (let line = await nextLine(); line !== undefined; line = await nextLine()) {
    await write(`${line}\n`);
  }
}

async function writeLines({ count, text = 'line {n}', to, everyMs = 0 }) {
  for (let n = 0; n < count; n += 1) {
    await write(`${text.replaceAll('{n}', String(n))}\n`, to);
    if (everyMs > 0) {
      await delay(everyMs);
    }
  }
}

async function flood({ bytes = Number.POSITIVE_INFINITY, line = 'x'.repeat(199), to }) {
  const block = Buffer.from(`${line}\n`.repeat(Math.ceil(65_536 / (line.length + 1))));
  for (let left = bytes; left > 0; left -= block.length) {
    await write(left >= block.length ? block : block.subarray(0, left), to);
  }
}

function report({ what, names = [] }) {
  switch (what) {
    case 'env':
      return announce({ fake: 'env', env: Object.fromEntries(names.map((name) => [name, process.env[name] ?? null])) });
    case 'args':
      return announce({ fake: 'args', args: process.argv.slice(2) });
    case 'cwd':
      return announce({ fake: 'cwd', cwd: process.cwd() });
    default:
      return announce({ fake: 'pid', pid: process.pid });
  }
}

function close({ stream }) {
  closeSync(['stdin', 'stdout', 'stderr'].indexOf(stream));
}

async function fork(step) {
  const pids = await startChildren(step);
  if (step.announce) {
    await announce({ fake: 'forked', name: step.name ?? '', pids });
  }
}

function exit({ code = 0, abrupt = false }) {
  if (abrupt) {
    process.exit(code);
  }
  // The empty writes queue behind both streams' data, so that what was written is out.
  return Promise.all([write(''), write('', 'stderr')]).then(() => process.exit(code));
}

function die({ signal }) {
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
  return hang();
}

function hang() {
  setInterval(() => {}, 1 << 30);
  return new Promise(() => {});
}

async function perform(step) {
  switch (step.do) {
    case 'write':
      return write(step.text, step.to);
    case 'line':
      return write(`${step.text}\n`, step.to);
    case 'json':
      return write(`${JSON.stringify(step.value)}\n`, step.to);
    case 'bytes':
      return write(Buffer.from(step.base64, 'base64'), step.to);
    case 'lines':
      return writeLines(step);
    case 'flood':
      return flood(step);
    case 'wait':
      return delay(step.ms);
    case 'read':
      return readUntil(step);
    case 'read-all':
      return readAll();
    case 'echo':
      return echo();
    case 'report':
      return report(step);
    case 'tick':
      setInterval(() => void write(`${step.text ?? 'tick'}\n`), step.everyMs);
      return undefined;
    case 'ignore':
      for (const signal of step.signals) {
        process.on(signal, () => {});
      }
      return undefined;
    case 'on':
      process.on(step.signal, () => void performAll(step.steps));
      return undefined;
    case 'close':
      return close(step);
    case 'fork':
      return fork(step);
    case 'zombies':
      return startZombies(step.count);
    case 'tree':
      return startTree(step);
    case 'repeat':
      for (let n = 0; n < step.times; n += 1) {
        await performAll(step.steps);
      }
      return undefined;
    case 'log-input':
      void logInput(step);
      return undefined;
    case 'append':
      return appendFileSync(step.file, step.text);
    case 'exit':
      return exit(step);
    case 'die':
      return die(step);
    case 'hang':
      return hang();
    default:
      throw new Error(`The fake agent does not know the step ${JSON.stringify(step)}.`);
  }
}

async function performAll(steps) {
  for (const step of steps) {
    await perform(step);
  }
}

function readSteps() {
  const source = process.env.FAKE_AGENT_STEPS ?? process.argv[2] ?? '[]';
  return JSON.parse(source.startsWith('@') ? readFileSync(source.slice(1), 'utf8') : source);
}

// A reader that leaves is a normal end for a program at a pipe.
for (const stream of Object.values(streams)) {
  stream.on('error', () => process.exit(141));
}
await performAll(readSteps());
await exit({});
