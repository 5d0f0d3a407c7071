/** What an agent's approval does not tell, because its wire has it in no message before the question. A row that a recording makes untrue fails. */

export interface ApprovalAbsence {
  readonly task: string;
  readonly agent: string;
  readonly fact: 'toolKind' | 'command' | 'paths' | 'url' | 'host' | 'mcp' | 'input' | 'removed' | 'added';
  readonly why: string;
  /** Stands in the first native message about the call. */
  readonly begins: string;
  /** Stands in the question. */
  readonly asks: string;
  /** Would stand in one of them, or between them, if the wire told the fact. */
  readonly lacking: string;
}

export const APPROVAL_ABSENCES: readonly ApprovalAbsence[] = [
  {
    task: 'an edit of a file that is there',
    agent: 'omp',
    fact: 'removed',
    why: 'its patches name the lines that they replace by number; the diff comes when the tool runs (18.2.3)',
    begins: 'PUT 2.=2:',
    asks: 'Allow tool: edit',
    lacking: 'two',
  },
  {
    task: 'a page of the web',
    agent: 'codex',
    fact: 'url',
    why: 'it has no tool for pages; its sandbox asks for the host that a command wants to reach, and knows no more of it (0.169.0)',
    begins: 'networkApprovalContext":{',
    asks: 'networkApprovalContext":{',
    lacking: '/guide',
  },
  {
    task: 'a tool of an MCP server',
    agent: 'opencode',
    fact: 'input',
    why: 'it asks before it has told the input, which stands in its next message (1.18.33)',
    begins: '"title":"demo_echo"',
    asks: 'session/request_permission',
    lacking: 'ping',
  },
];

/** A task that an agent does without a question in every mode that asks. */
export interface NeverAsked {
  readonly task: string;
  readonly agent: string;
  readonly why: string;
  /** Stands in the first native message about the call. */
  readonly begins: string;
  /** Stands in the message that tells what came of it. */
  readonly ends: string;
  /** Would stand in a message between the two, if it asked. */
  readonly asks: string;
}

export const NEVER_ASKED: readonly NeverAsked[] = [
  {
    task: 'a page of the web',
    agent: 'omp',
    why: 'its tool for files reads pages too, and to read is what it asks about in no mode (18.2.3)',
    begins: '/guide?part=2',
    ends: 'tool_execution_end',
    asks: 'extension_ui_request',
  },
];
