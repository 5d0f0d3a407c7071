#!/usr/bin/env node
/**
 * Plays a cassette as a process: writes what the CLI wrote, waits where it was written to, and ends as it ended.
 *
 *   node play-cassette.mjs <cassette.jsonl> [--speed N] [--chunk random:SEED] [--strict] [-- anything]
 *
 * Plain JavaScript without dependencies, so that it runs from a checkout without a build.
 */
import { AskedIds } from './asked-ids.mjs';
import { Input } from './input.mjs';
import { createRandom, Output, putOnWire, STDERR, STDOUT } from './output.mjs';
import { readLines } from './read-lines.mjs';
import { RepeatedText } from './repeated-text.mjs';
import { isSameMessage } from './same-message.mjs';
import { awaitedSignal, leave, Signals } from './signals.mjs';

const MISMATCH = 97;
const BAD_USE = 98;

function parseArguments(args) {
  const options = { path: undefined, speed: undefined, random: undefined, isStrict: false, rest: [] };
  for (let index = 0; index < args.length; index++) {
    const arg = args[index];
    if (arg === '--') {
      options.rest = args.slice(index + 1);
      break;
    } else if (arg === '--speed') {
      options.speed = Number(args[++index]);
    } else if (arg === '--chunk') {
      options.random = parseChunk(args[++index] ?? '');
    } else if (arg === '--strict') {
      options.isStrict = true;
    } else {
      options.path ??= arg;
    }
  }
  return options;
}

function parseChunk(text) {
  const seed = /^random:(\d+)$/.exec(text)?.[1];
  return seed === undefined ? fail('--chunk takes random:SEED with a whole number.') : createRandom(Number(seed));
}

function fail(message, code = BAD_USE) {
  process.stderr.write(`play-cassette: ${message}\n`);
  process.exit(code);
}

async function waitForInput(input, entry, { ids, isStrict, placeholders }) {
  // A text with line ends is several lines here.
  const parts = entry.text?.split('\n') ?? [undefined];
  const got = [];
  for (const [index] of parts.entries()) {
    got.push(await input.next(entry.partial === true || index > 0));
  }
  const text = got.filter((part) => part !== undefined).join('\n');
  if (isStrict && entry.text !== undefined && !isSameMessage(entry.text, text, placeholders)) {
    fail(`expected on stdin: ${entry.text}\nplay-cassette: got instead: ${text}`, MISMATCH);
  }
  if (entry.text !== undefined) {
    ids.learn(entry.text, text);
  }
}

async function play(lines, header, { path, speed, random, isStrict }) {
  const output = new Output(random);
  const input = new Input(header.framing);
  const placeholders = (header.redactions ?? []).map(({ placeholder }) => placeholder);
  const ids = new AskedIds();
  const signals = new Signals(path);
  const repeated = new RepeatedText();
  const startedAt = performance.now();
  for (const line of lines) {
    if (line.trim() === '') {
      continue;
    }
    const entry = repeated.read(JSON.parse(line));
    if (speed !== undefined && entry.t !== undefined && entry.dir !== 'in' && entry.dir !== 'host') {
      await output.flush();
      const wait = entry.t / speed - (performance.now() - startedAt);
      if (wait > 1) {
        await new Promise((resolve) => setTimeout(resolve, wait));
      }
    }
    switch (entry.dir) {
      case 'out':
      case 'err': {
        const said = entry.text === undefined ? entry : { ...entry, text: ids.translate(entry.text) };
        const flushed = output.add(entry.dir === 'out' ? STDOUT : STDERR, putOnWire(said, header.framing));
        if (flushed !== undefined) {
          await flushed;
        }
        break;
      }
      case 'in':
        await output.flush();
        await waitForInput(input, entry, { ids, isStrict, placeholders });
        break;
      case 'host': {
        const signal = awaitedSignal(entry);
        if (signal !== undefined || entry.action === 'end-input') {
          await output.flush();
        }
        if (entry.action === 'end-input') {
          await input.end();
        } else if (signal !== undefined) {
          await signals.next(signal);
        }
        break;
      }
      case 'exit':
        await output.flush();
        leave(entry);
        return;
      default:
    }
  }
  fail('the cassette has no exit entry.');
}

async function main() {
  const options = parseArguments(process.argv.slice(2));
  if (options.path === undefined) {
    fail('give the path of a cassette.');
  }
  const lines = readLines(options.path);
  const header = JSON.parse(lines.next().value ?? '{}');
  if (header.cassette !== 1) {
    fail(`${options.path} is no cassette of format version 1.`);
  }
  if (options.rest.length === 1 && options.rest[0] === '--version') {
    process.stdout.write(`${header.cliVersion}\n`);
    return;
  }
  await play(lines, header, options);
}

await main();
