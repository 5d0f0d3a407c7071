/** Tools, files, shells, MCP and subagents in lines for a person. */
import { sep } from 'node:path';
import type { AgentEvent } from '@agent-mux/events';
import { describeInput, findOutputText } from './describe-input.ts';
import { firstLine, firstLines, type Palette, quoteLines } from './terminal.ts';

const OUTPUT_LINES = 6;
const DIFF_LINES = 24;

export interface ToolView {
  readonly palette: Palette;
  /** The run's working folder, from which paths are shown. */
  readonly cwd?: string;
}

/** The line; undefined where the event is of another kind, or not worth a line. The event's texts are made inline. */
export function describeToolEvent(event: AgentEvent, { palette, cwd }: ToolView): string | undefined {
  const { dim, bold, red, cyan } = palette;
  const near = (path: string): string =>
    cwd !== undefined && path.startsWith(cwd + sep) ? path.slice(cwd.length + 1) : path;
  switch (event.type) {
    case 'tool_call_ready':
      return `${cyan('●')} ${bold(event.toolName)} ${near(describeInput(event.input))}`.trimEnd();
    case 'tool_result':
      return describeOutput(event.output, palette);
    case 'tool_error':
      return indent(red(`✗ ${firstLine(event.error)}`));
    case 'mcp_tool_call_start':
      return `${cyan('●')} ${bold(`${event.server}.${event.toolName}`)} ${describeInput(event.input)}`.trimEnd();
    case 'mcp_tool_result':
      return describeOutput(event.output, palette);
    case 'mcp_tool_error':
      return indent(red(`✗ ${firstLine(event.error)}`));
    case 'shell_exit':
      return event.exitCode === 0
        ? undefined
        : indent(dim(event.exitCode === -1 ? 'no exit code' : `exit code ${event.exitCode}`));
    case 'file_create':
      return indent(dim(`created ${near(event.path)} (${event.byteCount} bytes)`));
    case 'file_write':
      return indent(dim(`wrote ${near(event.path)} (${event.byteCount} bytes)`));
    case 'file_delete':
      return indent(dim(`deleted ${near(event.path)}`));
    case 'file_patch':
      return [indent(dim(`changed ${near(event.path)}`)), ...describeDiff(event.diff, palette)].join('\n');
    case 'subagent_spawn':
      return `${cyan('◆')} ${bold(event.agentName)} ${firstLine(event.prompt)}`;
    case 'subagent_result':
      return `${cyan('◆')} ${bold(event.agentName)} ${dim(`said: ${firstLine(event.summary)}`)}`;
    case 'subagent_error':
      return `${red('◆')} ${bold(event.agentName)} ${red(firstLine(event.error))}`;
    case 'skill_invoked':
      return `${cyan('●')} ${bold('skill')} ${event.skillName}`;
    case 'plugin_invoked':
      return `${cyan('●')} ${bold('plugin')} ${event.pluginName}`;
    case 'image_output':
      return `${cyan('▣')} image ${event.filePath ?? event.mimeType}`;
    default:
      return undefined;
  }
}

/** The first lines of a unified diff, in colours. */
function describeDiff(diff: string, { dim, red, green }: Palette): string[] {
  return firstLines(diff, { count: DIFF_LINES })
    .filter((line) => !/^(---|\+\+\+|diff |index )/.test(line))
    .map((line) => {
      if (line.startsWith('+')) {
        return quoteLines([line], green);
      }
      return quoteLines([line], line.startsWith('-') ? red : dim);
    });
}

function describeOutput(output: unknown, { dim }: Palette): string | undefined {
  const text = findOutputText(output);
  return text.trim() === '' ? undefined : quoteLines(firstLines(text, { count: OUTPUT_LINES }), dim);
}

function indent(line: string): string {
  return `    ${line}`;
}
