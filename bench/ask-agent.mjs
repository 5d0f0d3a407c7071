#!/usr/bin/env node
/** A stand-in for a CLI: it asks for approval again and again, and writes down how long each answer took. */
import { writeFileSync } from 'node:fs';
import split2 from 'split2';

const { BENCH_ROUNDS, BENCH_REPORT } = process.env;
const rounds = Number(BENCH_ROUNDS);
const SESSION = '4588ebf5-c972-4b46-a18f-dae1a7e53f33';
const THREAD = '01a1fd1c-edc0-7572-b05e-82a0881363fe';
const TURN = '01a1fd1c-edf7-7143-8a37-294c9ecf18b1';

const claude = {
  answer(message) {
    if (message.type === 'control_request') {
      say({
        type: 'control_response',
        response: { subtype: 'success', request_id: message.request_id, response: { commands: [] } },
      });
    } else if (message.type === 'user') {
      say({ type: 'system', subtype: 'init', cwd: '/tmp', session_id: SESSION, tools: ['Bash'], uuid: SESSION });
      return 'begin';
    }
    return message.type === 'control_response' ? 'answered' : undefined;
  },
  ask: (n) => ({
    type: 'control_request',
    request_id: `ask-${n}`,
    request: { subtype: 'can_use_tool', tool_name: 'Bash', input: { command: 'true' }, tool_use_id: `toolu_${n}` },
  }),
  end: () =>
    say({
      type: 'result',
      subtype: 'success',
      is_error: false,
      num_turns: 1,
      result: '',
      session_id: SESSION,
      total_cost_usd: 0,
      usage: {},
      uuid: SESSION,
    }),
};

const codex = {
  answer({ id, method, result }) {
    if (method === 'thread/start') {
      reply(id, { thread: { id: THREAD, cliVersion: '0.169.0' }, instructionSources: [] });
    } else if (method === 'turn/start') {
      const turn = { id: TURN, items: [], status: 'inProgress', error: null };
      reply(id, { turn });
      say({ method: 'turn/started', params: { threadId: THREAD, turn } });
      return 'begin';
    } else if (method !== undefined && id !== undefined) {
      reply(id, {});
    }
    return method === undefined && result !== undefined ? 'answered' : undefined;
  },
  ask: (n) => ({
    id: n,
    method: 'item/commandExecution/requestApproval',
    params: { threadId: THREAD, turnId: TURN, itemId: `call_${n}`, reason: null, command: 'true', cwd: '/tmp' },
  }),
  end: () =>
    say({
      method: 'turn/completed',
      params: { threadId: THREAD, turn: { id: TURN, items: [], status: 'completed', error: null } },
    }),
};

let promptId;
const gemini = {
  answer({ id, method, result }) {
    if (method === 'initialize') {
      reply(id, { protocolVersion: 1, authMethods: [], agentInfo: { name: 'gemini-cli', version: '0.61.0' } });
    } else if (method === 'session/new') {
      reply(id, { sessionId: SESSION });
    } else if (method === 'session/prompt') {
      promptId = id;
      return 'begin';
    }
    return method === undefined && result !== undefined ? 'answered' : undefined;
  },
  ask: (n) => ({
    jsonrpc: '2.0',
    id: n,
    method: 'session/request_permission',
    params: {
      sessionId: SESSION,
      options: [
        { optionId: 'proceed_once', name: 'Allow', kind: 'allow_once' },
        { optionId: 'cancel', name: 'Reject', kind: 'reject_once' },
      ],
      toolCall: {
        toolCallId: `run_shell_command__run_shell_command_1795247894000_${n}`,
        status: 'pending',
        title: 'true',
        content: [],
        locations: [],
        kind: 'execute',
      },
    },
  }),
  end: () => reply(promptId, { stopReason: 'end_turn' }),
};

const native = process.argv.includes('--acp') ? gemini : process.argv.includes('app-server') ? codex : claude;
const times = [];
let askedAt = 0;

function say(message) {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}

function reply(id, result) {
  say({ jsonrpc: '2.0', id, result });
}

function ask() {
  const line = `${JSON.stringify(native.ask(times.length))}\n`;
  askedAt = performance.now();
  process.stdout.write(line);
}

process.stdin.pipe(split2('\n')).on('data', (line) => {
  const heardAt = performance.now();
  const what = native.answer(JSON.parse(line));
  if (what === 'answered') {
    times.push(heardAt - askedAt);
  }
  if (what === undefined) {
    return;
  }
  if (times.length < rounds) {
    ask();
  } else {
    writeFileSync(BENCH_REPORT, JSON.stringify(times));
    native.end();
  }
});
