/** What must exist around an agent before a scenario begins; each agent does that in its own way. */

/** A file of the workspace: its text, or its bytes. */
export type WorkspaceFile = string | { readonly base64: string };

export interface ScenarioSkill {
  readonly name: string;
  readonly description: string;
  readonly body: string;
}

export interface ScenarioPlugin {
  readonly name: string;
  /** A command of the plugin, and what it makes of the prompt. */
  readonly command: string;
  readonly body: string;
  /** Whether the agent cannot read the plugin's description. */
  readonly isBroken?: true;
}

export interface Setup {
  /** The credentials that the agent shows to the service. @defaultValue 'key' */
  readonly credentials?: 'key' | 'subscription' | 'none';
  /** How often the agent itself tries again. @defaultValue the agent's own number, which may take minutes */
  readonly retries?: number;
  /** The number of tokens at which the agent compacts by itself. */
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
  /** A hook of the project that refuses shell commands which contain this text. */
  readonly hookDenies?: string;
  /** The MCP servers: `demo` is that of this package, `dead` one that exits at once. */
  readonly mcp?: readonly ('demo' | 'dead')[];
  /** The same servers, but from the user's own settings, for agents that can be given none for a single run. */
  readonly ownMcp?: readonly ('demo' | 'dead')[];
  /** Gives the agent its tools for the web though nothing can be reached, for one that leaves them out when it is offline. */
  readonly webTools?: true;
  /** Makes the agent's settings unreadable. */
  readonly brokenSettings?: true;
  /** Lets the model ask for more rights than commands have, where it could not by default. */
  readonly permissionRequests?: true;
  /** Makes the agent ask about each command, where the run cannot decide that. */
  readonly commandRequests?: true;
  /** Makes the agent plan first: it must not act before its plan was accepted. */
  readonly planMode?: true;
}
