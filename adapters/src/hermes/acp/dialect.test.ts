/** What Hermes Agent says over the Agent Client Protocol in a way of its own, in lines that are written by hand after samples of 0.17.0. */
import type { EventDraft } from '@agent-mux/core';
import { describe, expect, it } from 'vitest';
import { beginAcp, SESSION } from '../../shared/testing/acp-talk.ts';
import { hermes } from '../index.ts';

/** The end of a command whose result is this text. */
function endOf(text: string): readonly EventDraft[] {
  const talk = beginAcp(hermes);
  const hear = (update: object): void =>
    talk.hear({ method: 'session/update', params: { sessionId: SESSION, update: { toolCallId: 't1', ...update } } });
  const content = (words: string) => [{ type: 'content', content: { type: 'text', text: words } }];
  hear({ sessionUpdate: 'tool_call', title: 'terminal: cat', kind: 'execute', content: content('$ cat NOTES.md') });
  const before = talk.drafts.length;
  hear({ sessionUpdate: 'tool_call_update', kind: 'execute', status: 'completed', content: content(text) });
  return talk.drafts.slice(before);
}

describe('the end of a command', () => {
  const listed = '# Tool\n- **Fast:** yes\n- **exit_code:** 7\nthe end';

  it.each<[string, string, { exitCode?: number; output?: string }]>([
    ['both', '- **output:** SLEPT\n- **exit_code:** 0', { exitCode: 0, output: 'SLEPT' }],
    ['the code first', '- **exit_code:** 3\n- **output:** no', { exitCode: 3, output: 'no' }],
    ['such lines in the output', `- **output:** ${listed}\n- **exit_code:** 0`, { exitCode: 0, output: listed }],
    ['such lines, and the code first', `- **exit_code:** 1\n- **output:** ${listed}`, { exitCode: 1, output: listed }],
    ['no output', '- **output:** \n- **exit_code:** 1', { exitCode: 1, output: '' }],
    ['a code alone', '- **exit_code:** 130', { exitCode: 130 }],
    ['a code of less than 0', '- **output:** x\n- **exit_code:** -1\n', { exitCode: -1, output: 'x' }],
  ])('with %s', (_, told, { exitCode, output }) => {
    const drafts = endOf(`terminal result\n${told}`);
    // What has no field for the output is the output as it is.
    const [exit, result] = [{ type: 'shell_exit' }, { type: 'tool_result' }];
    expect(drafts).toMatchObject([{ ...exit, output: output ?? `terminal result\n${told}` }, result]);
    expect(drafts[0]).toHaveProperty('exitCode', exitCode);
  });

  it('has no code where none is told', () => {
    expect(endOf('It was stopped.')[0]).not.toHaveProperty('exitCode');
    const cut = endOf(`terminal result\n- **output:** ${listed}`)[0];
    expect(cut).toMatchObject({ output: listed });
    expect(cut).not.toHaveProperty('exitCode');
  });
});
