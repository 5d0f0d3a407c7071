/** Live progress of several runs: on a terminal one line each that is drawn anew, in a pipe a line for each event. */
import { sep } from 'node:path';
import type { AgentEvent } from '@agent-mux/events';
import { describeInput } from '../describe-input.ts';
import type { Sink } from '../sink.ts';
import { formatCount, formatDuration } from '../summarize.ts';
import { firstLine, makeVisible, type Palette, showPainted } from '../terminal.ts';

export interface Board extends Disposable {
  /** Shows what happened in the run of this agent. */
  see(agent: string, event: AgentEvent): Promise<void>;
  /** Shows how the run of this agent ended. */
  end(agent: string, outcome: string): Promise<void>;
}

export interface BoardOptions {
  readonly err: Sink;
  readonly palette: Palette;
  /** The agents, each with its working folder, from which paths are shown. */
  readonly agents: readonly { readonly agent: string; readonly cwd: string }[];
  /** The columns of the terminal, which are read anew for each drawing. */
  readonly columns: () => number;
}

interface Progress {
  text: string;
  events: number;
  startedAt: number | undefined;
  at: number;
  isOver: boolean;
}

/** The time between two drawings. */
const REDRAW_MS = 80;

export function createBoard(options: BoardOptions): Board {
  const { err, palette } = options;
  const agents = options.agents.map(({ agent }) => agent);
  const folders = new Map(options.agents.map(({ agent, cwd }) => [agent, `${cwd}${sep}`]));
  const width = Math.max(...agents.map((agent) => agent.length));
  const runs = new Map<string, Progress>(
    agents.map((agent) => [agent, { text: 'starts', events: 0, startedAt: undefined, at: 0, isOver: false }]),
  );
  const drawing = err.isTty
    ? createDrawing(options, () => agents.map((agent) => drawLine(agent, runs.get(agent))))
    : undefined;

  function drawLine(agent: string, run: Progress | undefined): readonly [string, string] {
    const name = agent.padEnd(width);
    if (run === undefined) {
      return [name, ''];
    }
    const time = run.startedAt === undefined ? '' : formatDuration(run.at - run.startedAt);
    return [name, `${time.padStart(7)}  ${formatCount(run.events).padStart(4)} events  ${run.text}`];
  }

  async function show(agent: string, text: string | undefined): Promise<void> {
    const run = runs.get(agent);
    if (text === undefined || run === undefined) {
      drawing?.request();
      return;
    }
    run.text = makeVisible(firstLine(text.replaceAll(folders.get(agent) ?? sep, ''), 120));
    if (drawing === undefined) {
      await err.write(showPainted(`${palette.bold(agent.padEnd(width))}  ${run.text}\n`));
    } else {
      drawing.request();
    }
  }

  return {
    async see(agent, event) {
      const run = runs.get(agent);
      if (run !== undefined) {
        run.events++;
        run.startedAt ??= event.timestamp;
        run.at = event.timestamp;
      }
      await show(agent, describeProgress(event));
    },
    async end(agent, outcome) {
      await show(agent, outcome);
    },
    [Symbol.dispose]() {
      drawing?.finish();
    },
  };
}

interface Drawing {
  request(): void;
  finish(): void;
}

function createDrawing(
  { err, palette, columns }: BoardOptions,
  lines: () => readonly (readonly [name: string, rest: string])[],
): Drawing {
  let drawn = 0;
  let isFinished = false;
  let timer: NodeJS.Timeout | undefined;
  function draw(): void {
    timer = undefined;
    // One column stays free, because some terminals begin a new line when the last one is written.
    const room = Math.max(20, columns() - 1);
    const all = lines().map(([name, rest]) => {
      const shown = rest.slice(0, Math.max(0, room - name.length - 2));
      return `\x1b[2K${showPainted(`${palette.bold(name)}  ${shown}`)}\n`;
    });
    const back = drawn === 0 ? '' : `\x1b[${drawn}A`;
    drawn = all.length;
    void err.write(`${back}${all.join('')}`);
  }
  return {
    request() {
      if (!isFinished) {
        timer ??= setTimeout(draw, REDRAW_MS);
      }
    },
    finish() {
      clearTimeout(timer);
      // The final lines must not overwrite what follows them.
      if (!isFinished) {
        isFinished = true;
        draw();
      }
    },
  };
}

/** The progress that an event shows; undefined where it shows nothing new. */
function describeProgress(event: AgentEvent): string | undefined {
  switch (event.type) {
    case 'session_start':
      return 'session started';
    case 'thinking_start':
      return 'thinks';
    case 'message_stop':
      return `says: ${event.text}`;
    case 'tool_call_ready':
      return `${event.toolName} ${describeInput(event.input)}`;
    case 'approval_request':
      return `asks: ${event.detail}`;
    case 'tool_error':
      return `failed: ${event.error}`;
    case 'file_patch':
    case 'file_write':
      return `changed ${event.path}`;
    case 'error':
      return `error: ${event.message}`;
    default:
      return undefined;
  }
}
