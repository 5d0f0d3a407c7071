/** The rules of ids and names: those of the session, of calls and tools, of questions and of subagents. */
import { leavesOf } from './leaves.ts';
import { parse, type Rule } from './rules.ts';

export const SAME_SESSION: Rule = {
  isOnly: true,
  rule: 'the session of `session_start`',
  holds: ({ value, history }) => value === history.sessionId,
};
export const SESSION_ID: Rule = {
  isOnly: true,
  rule: 'the id that the agent gave the session, or was given for it; `transient-<runId>` without one',
  holds: ({ value, placed, recording, event }) =>
    value === `transient-${String(event['runId'])}` ||
    recording.wasStartedWith(String(value)) ||
    recording.messages.slice(0, placed.at).some((message) => namesSession(message, String(value))),
};
export const OPEN_INTERACTION: Rule = {
  isOnly: true,
  rule: '`<runId>-i<n>`, the one that was asked',
  holds: ({ value, history }) => history.openInteractions.has(value),
};
export const NEW_INTERACTION: Rule = {
  isOnly: true,
  rule: '`<runId>-i<n>`, from 0',
  holds: ({ value, event }) => new RegExp(`^${String(event['runId'])}-i\\d+$`).test(String(value)),
};
/** What Codex, and Copilot CLI over ACP, do not name. */
const OUR_TOOL_NAMES: ReadonlySet<unknown> = new Set([
  'shell',
  'apply_patch',
  'web_search',
  'wait_agent',
  'request_permissions',
  'bash',
  'web_fetch',
  'unknown',
  'view',
  'view_image',
  'request_user_input',
]);
export const NEW_TOOL: Rule = {
  rule: 'the name that the agent tells; of a tool that the wire does not name, one of ours',
  // Cursor CLI names the tool by the field that holds the call.
  holds: ({ value, placed }) =>
    OUR_TOOL_NAMES.has(value) || placed.own?.includes(`"${String(value)}ToolCall":`) === true,
};
export const TOOL: Rule = {
  isOnly: true,
  rule: 'the name of the call',
  holds: ({ value, event, history }) => value === history.calls.get(event['toolCallId'])?.toolName,
};
export const CALL_ID: Rule = {
  isOnly: true,
  rule: 'the id of the call, with `#2` where the agent begins it again',
  holds: ({ value, placed, history }) => {
    const native = String(value).replace(/#\d+$/, '');
    const isNamed = leavesOf(parse(placed.own ?? '')).some(
      (leaf) => leaf.value === native && /id$|index$/i.test(leaf.path) && !/session|thread|uuid/i.test(leaf.path),
    );
    return history.calls.has(value) || (/_start$|^approval_/.test(placed.event.type) && isNamed);
  },
};
export const AGENT: Rule = {
  rule: 'the name of `subagent_spawn`',
  holds: ({ value, event, history }) =>
    event['agentNameKnown'] === false
      ? value === 'agent'
      : event['type'] !== 'subagent_spawn' && value === history.agents.get(event['subagentId']),
};

/** A field of the message whose name says that it names a session holds the id. */
function namesSession(message: string, id: string): boolean {
  const parsed = parse(message);
  return leavesOf(parsed).some(
    ({ path, value }) =>
      (value === id || String(value).trim() === id) &&
      (/session|thread/i.test(path) || /"type":"session"/.test(message)),
  );
}
