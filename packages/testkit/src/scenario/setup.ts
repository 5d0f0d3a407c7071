/** What must stand around an agent before a scenario begins; how it is done is each agent's own affair. */

/** A file of the workspace: its text, or its bytes. */
export type WorkspaceFile = string | { readonly base64: string };

export interface ScenarioSkill {
  readonly name: string;
  readonly description: string;
  readonly body: string;
}

export interface ScenarioPlugin {
  readonly name: string;
  /** A command of the plugin and what it makes of the prompt. */
  readonly command: string;
  readonly body: string;
  /** What describes it to the agent cannot be read. */
  readonly isBroken?: true;
}

export interface Setup {
  /** What the agent has to show to the service. @defaultValue 'key' */
  readonly credentials?: 'key' | 'subscription' | 'none';
  /** How often the agent itself tries again. @defaultValue the agent's own, which may take minutes */
  readonly retries?: number;
  /** Tokens at which the agent compacts by itself. */
  readonly compactAtTokens?: number;
  /** A model with a window of that size. */
  readonly contextWindow?: number;
  /** Keeps files so that the workspace can be rewound. */
  readonly checkpoints?: true;
  /** The project's instructions, under the name that the agent looks for. */
  readonly agentsDoc?: string;
  /** The same for a folder of the workspace. */
  readonly partDoc?: { readonly folder: string; readonly text: string };
  readonly skill?: ScenarioSkill;
  readonly plugin?: ScenarioPlugin;
  /** A hook of the project that refuses shell commands that hold this text. */
  readonly hookDenies?: string;
  /** `demo`: the MCP server of this package; `dead`: one that leaves at once. */
  readonly mcp?: readonly ('demo' | 'dead')[];
  /** The same servers, but from the user's own settings, for agents that can be given none for a single run. */
  readonly ownMcp?: readonly ('demo' | 'dead')[];
  /** The agent has its tools for the web, though nothing can be reached: one that leaves them out where it is offline. */
  readonly webTools?: true;
  /** The agent's settings cannot be read. */
  readonly brokenSettings?: true;
  /** The model may ask for more rights than commands have, where that is not so by itself. */
  readonly permissionRequests?: true;
  /** Each command is asked about, where that is not for the run to say. */
  readonly commandRequests?: true;
  /** Plan first: the agent must not act before its plan was accepted. */
  readonly planMode?: true;
}
