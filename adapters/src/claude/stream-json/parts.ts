/** The parts of one conversation, wired together. */
import type { ResolvedOptions } from '@agent-mux/core';
import { Novelties } from '../../shared/index.ts';
import { Background } from './background.ts';
import { CompleteBlocks } from './complete-blocks.ts';
import { Denials } from './denials.ts';
import { HostTools } from './host-tools.ts';
import { KNOWN_FIELDS } from './known.ts';
import { SessionOpening } from './opening.ts';
import { Prompts } from './prompts.ts';
import { Questions } from './questions.ts';
import { HostRequests } from './replies.ts';
import { StreamEvents } from './stream-events.ts';
import { Subagents } from './subagents.ts';
import { SystemLines } from './system-lines.ts';
import { ToolResults } from './tool-results.ts';
import { Tools } from './tools.ts';
import { Turns } from './turns.ts';
import { Usage } from './usage.ts';

export type ClaudeMode = 'bidi' | 'oneshot';

export class Parts {
  /** True where nobody can be asked. */
  readonly isMute: boolean;
  readonly turns: Turns;
  readonly opening: SessionOpening;
  readonly prompts: Prompts = new Prompts();
  readonly questions: Questions;
  readonly requests: HostRequests = new HostRequests();
  readonly hostTools: HostTools;
  readonly background: Background = new Background();
  readonly subagents: Subagents = new Subagents();
  readonly tools: Tools;
  readonly usage: Usage = new Usage();
  readonly stream: StreamEvents;
  readonly denials: Denials;
  readonly blocks: CompleteBlocks;
  readonly results: ToolResults;
  readonly system: SystemLines;
  readonly novelties: Novelties = new Novelties(KNOWN_FIELDS);
  /** Takes a compaction whose summary comes in the next line. */
  compaction: { readonly tokensSaved?: number } | undefined = undefined;

  constructor(mode: ClaudeMode, options: ResolvedOptions) {
    const { subagents, background, usage } = this;
    const turns = new Turns(options.maxTurns);
    const opening = new SessionOpening(options);
    // In yolo mode, no question shows, so nothing has to wait for its answer.
    const asks = options.approvalMode === 'deny' || (mode === 'bidi' && options.approvalMode === 'prompt');
    const tools = new Tools({ subagents, asks, cwd: () => opening.cwd });
    const stream = new StreamEvents({ tools, subagents, usage });
    this.hostTools = new HostTools(options);
    this.isMute = mode === 'oneshot';
    this.turns = turns;
    this.opening = opening;
    this.tools = tools;
    this.stream = stream;
    this.questions = new Questions({ tools, subagents, options });
    this.denials = new Denials(tools);
    this.blocks = new CompleteBlocks({
      stream,
      subagents,
      tools,
      usage,
      onFailure: (outcome) => {
        turns.failure = outcome;
      },
    });
    this.results = new ToolResults({ tools, subagents, background, onSkill: (name) => opening.invoked(name) });
    this.system = new SystemLines({
      opening,
      turns,
      prompts: this.prompts,
      tools,
      subagents,
      background,
      denials: this.denials,
      onCompaction: (tokensSaved) => {
        this.compaction = tokensSaved === undefined ? {} : { tokensSaved };
        usage.compacted();
      },
    });
  }
}
