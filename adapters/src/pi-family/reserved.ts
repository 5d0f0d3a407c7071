/** Options of pi and its forks that agent-mux sets itself, or that would break the conversation. */
import type { ReservedOptions } from '@agent-mux/core';
import { printsAndEnds } from '../shared/index.ts';

const SESSION = 'give `sessionId` or `forkSessionId`';
const PROMPT = 'give `systemPrompt`';

export const FAMILY_RESERVED: ReservedOptions = {
  args: {
    '--mode': 'agent-mux says so itself',
    '-p': 'agent-mux talks to it over its standard input and output',
    '--print': 'agent-mux talks to it over its standard input and output',
    '--model': 'give `model`',
    '--thinking': 'give `thinkingEffort`',
    '--no-session': 'give `noSession`',
    '-c': SESSION,
    '--continue': SESSION,
    '-r': SESSION,
    '--resume': SESSION,
    '--session': SESSION,
    '--fork': SESSION,
    '--system-prompt': PROMPT,
    '--append-system-prompt': PROMPT,
    '--approval-mode': 'give `approvalMode`',
    '--auto-approve': 'give `approvalMode`',
    '--yolo': 'give `approvalMode`',
    '--no-title': 'agent-mux says so itself',
    '--cwd': 'give `cwd`',
    '--export': 'it writes a session into a file and ends',
    '--list-models': 'it prints a list',
    ...printsAndEnds('-v'),
  },
};

/** Options that omp reserves in addition: an overlay of its settings may name tools that run without a question (18.2.3). */
export const OMP_RESERVED: ReservedOptions = {
  args: {
    ...FAMILY_RESERVED.args,
    '--plan-yolo': 'give `approvalMode`',
    '--from-claude': SESSION,
    '--from-codex': SESSION,
    '--alias': 'it writes a shortcut for a shell and ends',
  },
  granting: { args: { '--config': 'its settings may grant what `approvalMode` denies' } },
};
