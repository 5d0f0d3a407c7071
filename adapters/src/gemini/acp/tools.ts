/** What Gemini CLI leaves out of the protocol: the ids of calls contain the names of tools, the titles their inputs. */
import type { AcpCall, Surroundings, ToolIdentity, ToolQuirks } from '../../acp/index.ts';
import { pathsOf, textIn } from '../../acp/index.ts';
import { defined, objectOf, parseJson, textOf } from '../../shared/index.ts';
import { shellEnd } from '../shared/shell-end.ts';
import { TOOL_KINDS } from '../shared/tool-kinds.ts';
import { mcpOfTool } from '../shared/tool-names.ts';

const CANCELLED = 'Command cancelled by user.';

export const TOOL_QUIRKS: ToolQuirks = {
  kinds: TOOL_KINDS,
  identify,
  // An id has the form `<tool>__<tool>_<time>_<n>`, where n counts the calls of one answer of the model.
  isSameStep: ({ toolCallId }) => /_\d{13}_[1-9]\d*$/.test(toolCallId),
  // The call reads a file outside of the workspace that the prompt names.
  permissionCall: (call) => (call.toolCallId.startsWith('resolve-prompt-') ? undefined : call),
  shellForgets: true,
  showsWholeFiles: true,
  // Gemini CLI reports a cancelled command as completed.
  failure: ({ toolCallId }, text) =>
    toolCallId.startsWith('run_shell_command__') && text.startsWith(CANCELLED) ? CANCELLED : undefined,
  shellEnd: (_, text) => shellEnd(text),
};

function identify(call: AcpCall, { servers }: Surroundings): Partial<ToolIdentity> {
  const at = call.toolCallId.indexOf('__');
  const name = at > 0 ? call.toolCallId.slice(0, at) : undefined;
  if (name === undefined) {
    return {};
  }
  const mcp = mcpOfTool(name, servers);
  if (mcp !== undefined) {
    // Gemini CLI sends the input of an MCP tool only with the question; otherwise there is a description.
    return { name, mcp, input: objectOf(parseJson(textIn(call.content))) ?? {} };
  }
  return { name, ...special(name, call) };
}

function special(name: string, call: AcpCall): Partial<ToolIdentity> {
  const title = textOf(call.title) ?? '';
  const [path] = pathsOf(call);
  switch (name) {
    case 'run_shell_command': {
      const cwd = /^\[(?:current working directory|in) (.+?)\]/.exec(textIn(call.content))?.[1];
      return { command: title, input: { command: title }, ...defined({ cwd }) };
    }
    case 'invoke_agent': {
      // An agent that cannot be dispatched has no title, but the reason names it.
      const agent = /'([^']+)'/.exec(title || textIn(call.content))?.[1];
      // The title says only who the agent is, not what it is asked.
      return { subagent: agent === undefined ? {} : { name: agent } };
    }
    case 'activate_skill': {
      const skill = /"([^"]+)"/.exec(title)?.[1];
      return skill === undefined ? { input: { title } } : { input: { name: skill }, skill };
    }
    case 'web_fetch': {
      const url = pageIn(title);
      return { input: { title }, ...(url === undefined ? {} : { url }) };
    }
    case 'write_file':
      return { input: fileInput(path, call), edits: 'write' };
    case 'replace':
    case 'read_file':
      return { input: fileInput(path, call) };
    default:
      return { input: { title } };
  }
}

function fileInput(path: string | undefined, call: AcpCall): object {
  return path === undefined ? { title: call.title } : { file_path: path };
}

/** How many characters of a prompt the title shows: a longer one is cut, and ends like this. */
const SHOWN_SIGNS = 100;
const CUT = '...';
/** Words that the service might also take for a page. */
const LIKE_A_PAGE = /:\/\/|[\w-]\.[a-z]{2,}(?:[/:?#]|$)/i;

/**
 * The page that `web_fetch` of 0.61.0 reads: it takes the words of its prompt with `://` in them. Undefined where the prompt is cut or may
 * name more than one page; a file on GitHub is read from another host.
 */
function pageIn(title: string): string | undefined {
  const prompt = /^Processing URLs and instructions from prompt: "(.*)"$/s.exec(title)?.[1];
  const direct = /^Fetching content from: (\S+)$/.exec(title)?.[1];
  if (direct === undefined && (prompt === undefined || (prompt.length === SHOWN_SIGNS && prompt.endsWith(CUT)))) {
    return undefined;
  }
  const [page, ...others] = (direct ?? prompt ?? '').split(/\s+/).filter((word) => LIKE_A_PAGE.test(word));
  if (page === undefined || others.length > 0 || !URL.canParse(page)) {
    return undefined;
  }
  const { href, protocol, hostname, pathname } = new URL(page);
  const isMoved = hostname === 'github.com' && pathname.includes('/blob/');
  return /^https?:$/.test(protocol) && !isMoved ? href : undefined;
}
