/** The subjects, whose output is read: one for each way in which a CLI talks. */
import { claude, claudeOneshot } from './claude.mjs';
import { codex } from './codex.mjs';
import { geminiAcp, geminiStreamJson } from './gemini.mjs';

export const SUBJECTS = [claude, claudeOneshot, codex, geminiAcp, geminiStreamJson];

export function getSubject(name) {
  const subject = SUBJECTS.find((each) => each.name === name);
  if (subject === undefined) {
    throw new Error(`There is no subject "${name}".`);
  }
  return subject;
}
