/** The parts of a dialect, wired together: only this file says what they need of each other. */
import type { ResolvedOptions } from '@agent-mux/core';
import { Novelties, Questions } from '../shared/index.ts';
import type { Family, OwnPart } from './family.ts';
import { Lane } from './lane.ts';
import { Prompts } from './prompts.ts';
import { Commands } from './replies.ts';
import type { ToolRunsParts } from './tools.ts';
import { Turns } from './turns.ts';

export class Parts {
  sessionId: string | null = null;
  cwd: string;
  /** How many questions about the agent's state, asked after an end or a prompt, have no answer yet. */
  settling = 0;
  readonly options: ResolvedOptions;
  readonly main: Lane;
  readonly turns: Turns;
  readonly prompts: Prompts = new Prompts();
  readonly commands: Commands = new Commands();
  readonly questions: Questions = new Questions();
  readonly novelties: Novelties;
  readonly own: OwnPart;

  constructor(family: Family, options: ResolvedOptions) {
    this.options = options;
    this.cwd = options.cwd;
    const toolParts: ToolRunsParts = {
      cwd: () => this.cwd,
      startsWithUpdate: family.startsWithUpdate,
      toolKinds: family.toolKinds,
      mcpOf: (name) => family.mcpOf?.(name, options),
      refusalOf: (call, error) => family.refusalOf?.(call, error),
      hides: (name) => this.own.hides?.(name) ?? false,
      hidden: (event, call) => this.own.hidden?.(event, call) ?? [],
    };
    this.main = new Lane(undefined, toolParts);
    this.turns = new Turns({
      guidance: family.authGuidance,
      takeCosts: () => this.main.costs.splice(0),
      lastAnswer: () => this.main.last,
    });
    this.novelties = new Novelties(family.known);
    this.own = family.ownPart({
      options,
      main: this.main,
      cwd: () => this.cwd,
      newLane: (name) => new Lane(name, toolParts),
    });
  }

  get isBusy(): boolean {
    return (
      this.turns.isOpen ||
      this.turns.isCompacting ||
      this.settling > 0 ||
      this.prompts.areWaiting ||
      this.commands.areLasting ||
      this.questions.pending.size > 0 ||
      this.own.isBusy
    );
  }
}
