/** Parts of recordings of the toy agent. */
import type { ResolvedOptions } from '../../adapter/options.ts';
import type { CassetteEntry, CassetteHeader } from '../format.ts';

export const TOY_HEADER: CassetteHeader = {
  cassette: 1,
  agent: 'toy',
  cliVersion: '1.0.0',
  argv: ['toy'],
  scenario: 'text',
  framing: 'lines',
  ordered: true,
};

/** The options of a run that names none. */
export const TOY_OPTIONS: ResolvedOptions = {
  prompt: '',
  cwd: '<cwd>',
  stream: 'auto',
  approvalMode: 'prompt',
  systemPromptMode: 'prepend',
  noSession: false,
  includeSubagents: false,
  keepOpen: false,
};

/** A message of the agent. */
export function out(message: object, t?: number): CassetteEntry {
  return { ...(t === undefined ? {} : { t }), dir: 'out', text: JSON.stringify(message) };
}

/** A message to the agent. */
export function said(message: object): CassetteEntry {
  return { dir: 'in', text: JSON.stringify(message) };
}
