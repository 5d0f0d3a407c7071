/** Gates of ours that remember what was allowed for the session. Elsewhere the CLI itself remembers, and asks about the rest. */
import { builtInAdapters } from '@agent-mux/adapters';
import { GATE_EXTENSION } from '../../adapters/src/pi/shared/gate.ts';
import { modeContext, modeOf, resolvedOptions } from '../../adapters/src/shared/testing/mode-parts.ts';

export interface Call {
  readonly tool: string;
  readonly input: object;
}

export interface OpenGate {
  /** Allows the call for the session, with another input where one is given; nothing where the answer is not taken. */
  grant(call: Call, answer?: { readonly input: object }): Promise<void>;
  /** Whether the call passes without a question. */
  passes(call: Call): Promise<boolean>;
}

interface Gate {
  readonly name: string;
  readonly agent: string;
  /** Its tools that run a command, named `command`. */
  readonly shells: readonly string[];
  /** Others that it asks about. */
  readonly others: readonly string[];
  readonly open: () => OpenGate;
}

const CLAUDE = {
  agent: 'claude',
  shells: ['Bash', 'PowerShell', 'Monitor'],
  others: ['Write', 'Edit', 'mcp__demo__echo', 'REPL'],
};

export const GATES: readonly Gate[] = [
  { name: 'pi', agent: 'pi', shells: ['bash'], others: ['write', 'edit', 'custom'], open: openPi },
  { ...CLAUDE, name: 'claude, which suggests nothing', open: () => openClaude(() => undefined) },
  {
    ...CLAUDE,
    name: 'claude, which suggests the command',
    open: () => openClaude(({ tool, input }) => ({ toolName: tool, ruleContent: Reflect.get(input, 'command') })),
  },
  {
    ...CLAUDE,
    name: 'claude, which suggests the whole tool',
    open: () => openClaude(({ tool }) => ({ toolName: tool })),
  },
];

/** Claude Code asks our hook before each call, and asks for leave behind it, perhaps with a rule that it suggests. */
function openClaude(suggest: (call: Call) => object | undefined): OpenGate {
  const adapter = builtInAdapters.find(({ agent }) => agent === CLAUDE.agent);
  if (adapter === undefined) {
    throw new Error('There is no adapter for Claude Code.');
  }
  const dialect = modeOf(adapter, 'bidi').dialect(resolvedOptions(), modeContext('/bin/claude'));
  const hear = (request_id: string, request: object): readonly string[] =>
    dialect.parseEvent(JSON.stringify({ type: 'control_request', request_id, request }), { source: 'stdout' }).write;
  return {
    async grant(call, answer) {
      const { tool, input } = call;
      const rule = suggest(call);
      const suggestion = { type: 'addRules', rules: [rule], behavior: 'allow', destination: 'localSettings' };
      hear('1', {
        ...{ subtype: 'can_use_tool', tool_name: tool, input, tool_use_id: 't1' },
        ...(rule === undefined ? {} : { permission_suggestions: [suggestion] }),
      });
      const writes = dialect.respond('1', { type: 'approve', scope: 'session', ...answer });
      for (const line of typeof writes === 'string' ? [] : writes.write) {
        dialect.parseEvent(line, { source: 'stdin' });
      }
    },
    async passes({ tool, input }) {
      const [line = ''] = hear('2', {
        ...{ subtype: 'hook_callback', callback_id: 'amux-ask' },
        input: { hook_event_name: 'PreToolUse', tool_name: tool, tool_input: input },
      });
      return JSON.parse(line).response.response.hookSpecificOutput?.permissionDecision !== 'ask';
    },
  };
}

/** pi calls our extension before each call, which asks through a field of input. */
function openPi(): OpenGate {
  type Handler = (event: { toolName: string; input: object }, context: object) => Promise<unknown>;
  let answer: string | undefined;
  let wasAsked = false;
  const ui = {
    input: () => {
      wasAsked = true;
      return Promise.resolve(answer);
    },
  };
  const loaded = import(`data:text/javascript,${encodeURIComponent(GATE_EXTENSION)}`).then(
    (extension: { default: (pi: { on: (name: string, handler: Handler) => void }) => void }) =>
      new Promise<Handler>((resolve) => extension.default({ on: (_name, handler) => resolve(handler) })),
  );
  const call = async ({ tool, input }: Call): Promise<void> => {
    await (await loaded)({ toolName: tool, input: structuredClone(input) }, { hasUI: true, ui });
  };
  return {
    async grant(given, more) {
      answer = JSON.stringify({ allow: true, scope: 'session', ...more });
      await call(given);
      answer = undefined;
    },
    async passes(given) {
      wasAsked = false;
      await call(given);
      return !wasAsked;
    },
  };
}
