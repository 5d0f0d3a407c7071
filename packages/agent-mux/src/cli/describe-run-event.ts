/** Sessions, interactions, limits and problems in lines for a person. */
import type { AgentEvent, ApprovalRequestEvent } from '@agent-mux/events';
import { type Described, type DescribeOptions, describeAsked } from './describe-asked.ts';
import { createHider } from './hide-keys.ts';
import { firstLine, linesOf, type Palette, quoteLines } from './terminal.ts';

/**
 * The line; undefined where the event is of another kind, or not worth a line. The result says what ends a run. The event's texts are made
 * inline.
 */
export function describeRunEvent(event: AgentEvent, palette: Palette): string | undefined {
  const { dim, red, green, yellow } = palette;
  switch (event.type) {
    case 'session_resume':
      return dim(`continues session ${event.sessionId}`);
    case 'session_fork':
      return dim(`session ${event.sessionId}, a copy of ${event.forkedFrom}`);
    case 'approval_request':
      return describeApproval(event, palette).lines;
    case 'approval_granted':
      return `    ${green('✓ granted')}`;
    case 'approval_denied':
      return `    ${red('✗ denied')}${event.reason === undefined ? '' : dim(`: ${firstLine(event.reason)}`)}`;
    case 'input_required':
      // The question is shown whole too: its last line may contain what is asked, or a page to be opened.
      return `${yellow('?')} ${whole(joined(event.question, event.context))}`;
    case 'rate_limited':
      return yellow(`rate limited${inSeconds(event.retryAfterMs)}`);
    case 'rate_limit_error':
      return event.exhausted === true
        ? undefined
        : `${yellow('!')} ${yellow(`${firstLine(event.message)}${inSeconds(event.retryAfterMs)}`)}`;
    case 'retry':
      return yellow(
        `attempt ${event.attempt} of ${event.maxAttempts} in ${event.delayMs} ms${describeReason(event.reason)}`,
      );
    case 'context_limit_warning':
      return yellow(`${Math.round(event.pctUsed)} % of the context window is used`);
    case 'context_compacted':
      return dim(`the conversation was compacted (${event.tokensSaved} tokens saved)`);
    case 'stream_fallback':
      return dim(`no streaming of ${event.capability}: ${firstLine(event.reason)}`);
    case 'paused':
    case 'resumed':
      return dim(event.type);
    case 'plugin_error':
      return yellow(`plugin ${event.pluginName}: ${firstLine(event.error)}`);
    case 'error':
      return event.recoverable ? `${yellow('!')} ${yellow(firstLine(event.message))}` : undefined;
    case 'debug':
      return event.level === 'warn' ? `${yellow('!')} ${yellow(firstLine(event.message, 300))}` : undefined;
    default:
      return undefined;
  }
}

/** The question, whole except for a long command and long changes: whoever grants must have seen all of it, and can unfold those. */
export function describeApproval(
  event: ApprovalRequestEvent,
  palette: Palette,
  options: DescribeOptions = {},
): Described {
  const { action, detail, context, riskLevel, command, changes = [] } = event;
  const { dim, yellow } = palette;
  const hider = createHider({ showsKeys: options.showsKeys === true });
  const risk = ` ${dim(`[${riskLevel} risk]`)}`;
  const asked = describeAsked(event, palette, options);
  // Some agents also describe a change in words of their own.
  const more = changes.some(({ diff }) => diff === context) ? undefined : context;
  // Some agents cut it.
  const isTold = command?.startsWith(detail) === true;
  const said = hider.hide(joined(isTold ? undefined : detail, more));
  const head = isTold ? `${action}${risk}` : `${action}: ${whole(said, risk)}`;
  const rest = isTold && said !== '' ? quoteLines(linesOf(said)) : '';
  const lines = [`${yellow('?')} ${head}`, rest, asked.lines].filter((part) => part !== '').join('\n');
  return { lines, isFolded: asked.isFolded, hasHidden: asked.hasHidden || hider.hasHidden };
}

/** All lines of a question; what is said about it follows the first. */
function joined(...parts: readonly (string | undefined)[]): string {
  return parts
    .map((part) =>
      linesOf(part ?? '')
        .join('\n')
        .trim(),
    )
    .filter(Boolean)
    .join('\n');
}

function whole(text: string, remark = ''): string {
  const [first = '', ...others] = linesOf(text);
  return [`${first}${remark}`, ...(others.length === 0 ? [] : [quoteLines(others)])].join('\n');
}

/** The reason of a retry. Claude Code 2.1.329 gives "unknown" after a cut connection, which says nothing to a person. */
function describeReason(reason: string): string {
  return reason === 'unknown' ? ', for a reason that the agent does not tell' : `: ${firstLine(reason)}`;
}

function inSeconds(ms: number | undefined): string {
  return ms === undefined ? '' : `, again in ${Math.ceil(ms / 1_000)} s`;
}
