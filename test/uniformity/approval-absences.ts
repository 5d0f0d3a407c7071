/** What an agent's approval does not tell, because its wire has it in no message before the question. A row that a recording makes untrue fails. */

export interface ApprovalAbsence {
  readonly task: string;
  readonly agent: string;
  readonly fact: 'toolKind' | 'command' | 'paths' | 'removed' | 'added';
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
];
