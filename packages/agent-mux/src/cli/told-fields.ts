/** Leaves out of an input what is already shown as the command or as the change. */
import type { ApprovalFacts } from '@agent-mux/events';

/** The names under which the tools of all agents have what a command or a change is taken from. */
const COMMANDS = ['command', 'cmd', 'fullCommandText'];
const PATHS = ['file_path', 'filePath', 'filepath', 'fileName', 'notebook_path', 'path'];
const OLD_TEXTS = ['old_string', 'oldString', 'oldText', 'old_str'];
const NEW_TEXTS = ['new_string', 'newString', 'newText', 'new_str', 'new_source', 'content'];

/**
 * The input without the one field that the command was taken from, and the one for each part of the change. The name decides: another field
 * of the same value is another thing that is granted, such as a switch that is `true` beside the command `true`.
 */
export function withoutTold(input: unknown, { command, changes = [] }: ApprovalFacts): unknown {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    return input;
  }
  const fields = new Map<string, unknown>(Object.entries(input));
  const leaveOut = (names: readonly string[], told: string | undefined): void => {
    const name = names.find((each) => fields.has(each));
    // An empty text is not seen in the command or the change either.
    if (name !== undefined && told !== undefined && told !== '' && fields.get(name) === told) {
      fields.delete(name);
    }
  };
  leaveOut(COMMANDS, command);
  const [change] = changes;
  leaveOut(PATHS, change?.path);
  // Where there are several changes, the texts of each stand in a list.
  if (changes.length === 1) {
    leaveOut(OLD_TEXTS, change?.oldText);
    leaveOut(NEW_TEXTS, change?.newText);
  }
  return Object.fromEntries(fields);
}
