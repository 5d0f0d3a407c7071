/** Renders the page of the docs that says what each call does in each state of a run. */
import { CALLS, type Outcome } from './calls-by-state.ts';
import { ABOUT_STATES, STATES } from './run-states.ts';

const WORDS: Readonly<Record<Outcome, string>> = {
  done: 'yes',
  waits: 'later',
  NO_PENDING_INTERACTION: 'NO_PENDING…',
  RUN_NOT_ACTIVE: 'NOT_ACTIVE',
  INVALID_STATE_TRANSITION: 'INVALID_STATE…',
};

export function renderCallsByState(generated: string): string {
  const states = STATES.map((state) => `- **${state}**: ${ABOUT_STATES[state]}.`);
  const rows = CALLS.map(({ name, does, cells }) => {
    const words = STATES.map((state) => {
      const { outcome, hears, note } = cells[state];
      const more = hears === undefined ? note : `it hears \`${hears}\``;
      return more === undefined ? WORDS[outcome] : `${WORDS[outcome]}: ${more}`;
    });
    return `| \`${name}\` | ${does} | ${words.join(' | ')} |`;
  });
  return `# What each call does in each state of a run

${generated}

A test makes each of these calls in each state, on a real process, and reads what that process has received.

${states.join('\n')}

"yes": it returns or resolves at once. "later": it was taken, and resolves when it is carried out (or rejects with RUN_NOT_ACTIVE, if the run ends first).
"NO_PENDING…" rejects with NO_PENDING_INTERACTION, "NOT_ACTIVE" with RUN_NOT_ACTIVE, "INVALID_STATE…" with INVALID_STATE_TRANSITION. "it hears": what is
written to the CLI. In *interrupting*, *stopping* and *ended* no call writes a grant, and in *stopping* none writes anything.

| call | what it does | ${STATES.join(' | ')} |
|---|---|${STATES.map(() => '---').join('|')}|
${rows.join('\n')}
`;
}
