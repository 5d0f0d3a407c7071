/** The adapter for echo-agent: how it is started, and what its lines mean. */
import { defineAdapter } from '@agent-mux/core';

/** @type {import('@agent-mux/core').CapabilityClaims} */
const CAPABILITIES = {
  // It has no tools: there is nothing that it could do unasked.
  approvalModes: ['prompt', 'yolo', 'deny'],
  canResume: true,
  supportsTextStreaming: true,
  events: ['session_start', 'session_end', 'turn_start', 'turn_end', 'message_start', 'text_delta', 'message_stop'],
};

export const echo = defineAdapter({
  specVersion: 1,
  agent: 'echo',
  displayName: 'Echo',
  cliCommand: 'echo-agent',
  testedVersions: ['1.0.0'],
  modes: [
    {
      name: 'oneshot',
      capabilities: CAPABILITIES,
      command: ({ sessionId, cwd, prompt }, { binary }) => ({
        file: binary,
        args: sessionId === undefined ? [] : ['--session', sessionId],
        env: {},
        cwd,
        // The prompt never stands on the command line, where everybody on the machine could read it.
        stdin: { text: prompt },
      }),
      dialect: ({ sessionId }) => createEchoDialect(sessionId),
    },
  ],
  install: [{ platform: 'all', type: 'npm', command: 'npm install -g agent-mux-adapter-echo' }],
  authGuidance: 'echo-agent needs no login.',
});

/**
 * @param {string | undefined} resumed the session that was asked for
 * @returns {import('@agent-mux/core').Dialect}
 */
function createEchoDialect(resumed) {
  /** @type {string | null} */
  let sessionId = null;
  // The prompt travels with the command, so there is something to do from the start.
  let busy = true;
  let clean = false;

  /** @returns {import('@agent-mux/core').EventDraft[]} */
  function read(/** @type {string} */ line) {
    const message = parse(line);
    switch (message?.kind) {
      case 'hello':
        sessionId = String(message.session);
        return [{ type: 'session_start', sessionId, resumed: resumed === sessionId }, { type: 'turn_start' }];
      case 'word':
        return [{ type: 'text_delta', delta: String(message.text) }];
      case 'bye':
        busy = false;
        clean = true;
        return [{ type: 'message_stop' }, { type: 'turn_end' }];
      case 'stopped':
        busy = false;
        return [{ type: 'turn_end', outcome: { type: 'interrupted' } }];
      default:
        return message === undefined
          ? [{ type: 'log', source: 'stdout', line }]
          : [{ type: 'unknown_native', name: String(message.kind) }];
    }
  }

  return {
    get state() {
      return { sessionId, busy, turn: busy && sessionId !== null, clean, pending: new Map() };
    },
    streams: { text: true, thinking: false, toolInput: false },
    parseEvent(line, { source }) {
      if (source === 'stderr') {
        return { drafts: [{ type: 'log', source, line }], write: [] };
      }
      return { drafts: source === 'stdout' ? read(line) : [], write: [] };
    },
    // Its stdin is closed: there is nothing to write, and only a signal stops it.
    open: () => ({ write: [] }),
    prompt: () => ({ write: [] }),
    steer: () => undefined,
    respond: () => 'gone',
    interrupt: () => ({ write: [], signal: 'SIGINT' }),
    close: () => ({ write: [] }),
    exit({ code, asked, stderr }) {
      if (clean && code === 0) {
        return { drafts: [] };
      }
      if (asked === 'interrupt') {
        return { drafts: [{ type: 'outcome', outcome: { type: 'interrupted' } }] };
      }
      return { drafts: [{ type: 'outcome', outcome: { type: 'crash', exitCode: code ?? -1, stderr } }] };
    },
  };
}

/** A message, or undefined where the line is none: a CLI may print anything. */
function parse(/** @type {string} */ line) {
  try {
    const value = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
