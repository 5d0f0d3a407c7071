/** An approval tells the whole of the command that would run, or none, however the agent shortens it for a person. */
import type { Interaction } from '@agent-mux/core';
import { describe, expect, it } from 'vitest';
import { askedAdapters } from './support/asked-adapters.ts';
import { askedAgain, type RecordedQuestion, recordedQuestions } from './support/recorded-questions.ts';

const questions = (await recordedQuestions(askedAdapters)).filter(({ interaction: { command }, line }) => {
  return (
    command !== undefined && command !== '' && textsIn(JSON.parse(line)).some(({ text }) => text.includes(command))
  );
});

/** What stands behind the command in what runs, and not in what the agent shows of it. */
const MORE = ' | tee /home/me/.bashrc';
const SHELLS = [
  ...['/bin/bash', '/usr/local/bin/zsh', '/opt/homebrew/bin/bash', '/run/current-system/sw/bin/zsh', 'bash', 'fish'],
  ...['/home/linuxbrew/.linuxbrew/bin/fish', '/usr/bin/pwsh', '/tmp/new/bash', 'C:\\bin\\bash.exe'],
];

it('commands are asked about in the recordings of each agent that asks', () => {
  const agents = ['claude', 'codex', 'copilot', 'cursor', 'gemini', 'hermes', 'openclaw', 'opencode', 'pi'];
  const asked = agents.filter((name) => askedAdapters.some(({ agent }) => agent === name));
  expect([...new Set(questions.map(({ of }) => of.split('/')[0]))].sort()).toEqual(asked);
});

describe.each([...new Set(questions.map(({ of }) => of))])('%s', (mode) => {
  const own = questions.filter(({ of }) => of === mode);

  it.each(SHELLS)('tells no part of what a shell would run, which is %s', (shell) => {
    const parts = own.flatMap((question) => {
      const { command } = askedWithMore(question, shell);
      return command === undefined || command.includes(MORE) ? [] : [`${question.name}: ${command}`];
    });
    expect(parts).toEqual([]);
  });
});

/** What is asked of another call, where the longest of its commands goes on behind the recorded one. */
function askedWithMore(question: RecordedQuestion, shell: string): Interaction {
  const { command = '', toolCallId } = question.interaction;
  const [whole = ''] = textsIn(JSON.parse(question.line))
    .filter(({ text }) => text.includes(command))
    .sort((a, b) => Number(b.isCommand) - Number(a.isCommand) || b.text.length - a.text.length)
    .map(({ text }) => text);
  const dialect = question.open();
  const known = new Set(dialect.state.pending.keys());
  const change = (text: string): string => {
    const changed = text.replace('/bin/bash -lc', () => `${shell} -lc`).replace(command, () => command + MORE);
    return text === whole ? changed : text === toolCallId ? `${text}-again` : text;
  };
  dialect.parseEvent(askedAgain(question, change), { source: 'stdout' });
  const asked = [...dialect.state.pending].find(([key]) => !known.has(key));
  if (asked === undefined) {
    throw new Error(`Nothing is asked: ${question.name}`);
  }
  return asked[1];
}

interface Text {
  readonly text: string;
  /** Whether the field is named for a command; where none is, it stands in a title. */
  readonly isCommand: boolean;
}

function textsIn(value: unknown, name = ''): readonly Text[] {
  if (typeof value === 'string') {
    return [{ text: value, isCommand: /command/i.test(name) }];
  }
  return typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, each]) => textsIn(each, key))
    : [];
}
