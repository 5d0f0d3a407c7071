/** Describes the input of a tool in a few words, whichever agent and tool it is. */
import { firstLine } from './terminal.ts';

/** Names of the fields in which tools of all agents keep what matters most. */
const TELLING = [
  'command',
  'cmd',
  'file_path',
  'filePath',
  'path',
  'pattern',
  'query',
  'url',
  'skill',
  'description',
  'prompt',
];

export function describeInput(input: unknown): string {
  if (typeof input === 'string') {
    return firstLine(input);
  }
  if (typeof input !== 'object' || input === null) {
    return input === undefined || input === null ? '' : firstLine(String(input));
  }
  const fields = Object.entries(input);
  for (const name of TELLING) {
    const value = fields.find(([key]) => key === name)?.[1];
    if (typeof value === 'string' && value.trim() !== '') {
      return firstLine(value);
    }
    // codex and others pass the words of a command as a list.
    if (Array.isArray(value) && value.length > 0 && value.every((word) => typeof word === 'string')) {
      return firstLine(value.join(' '));
    }
  }
  return fields.length === 0 ? '' : firstLine(JSON.stringify(input));
}

/** The text of a tool's output, where it has one. */
export function findOutputText(output: unknown): string {
  if (typeof output === 'string') {
    return output;
  }
  if (Array.isArray(output)) {
    return output.map(findOutputText).filter(Boolean).join('\n');
  }
  if (typeof output !== 'object' || output === null) {
    return '';
  }
  const fields = new Map<string, unknown>(Object.entries(output));
  for (const name of ['stdout', 'text', 'output', 'content', 'message']) {
    const value = fields.get(name);
    if (typeof value === 'string' || Array.isArray(value)) {
      return findOutputText(value);
    }
  }
  return '';
}
