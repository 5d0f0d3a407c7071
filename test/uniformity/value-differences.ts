/** Where values of the same scenario differ, and why. */
import type { How, What } from './values.ts';

export interface ValueDifference {
  readonly why: string;
  readonly what: What;
  readonly how: readonly How[];
  /** `codex` in its first mode, `codex.exec` in another. */
  readonly who: readonly string[];
  readonly scenarios: readonly string[];
}

export const VALUE_DIFFERENCES: readonly ValueDifference[] = [
  {
    why: 'OpenClaw tells only the last text and the names of the tools',
    what: 'command outputs',
    how: ['none'],
    who: ['openclaw.local', 'openclaw.exec'],
    scenarios: ['tool-shell', 'tool-shell-fail', 'usage-several-requests'],
  },
  {
    why: 'OpenClaw tells only the last text and the names of the tools',
    what: 'read contents',
    how: ['none'],
    who: ['openclaw.local', 'openclaw.exec'],
    scenarios: ['agentdoc', 'file-edit'],
  },
  {
    why: 'OpenClaw tells only the last text and the names of the tools, and Codex over exec the paths that a patch changes',
    what: 'diffs',
    how: ['none'],
    who: ['openclaw.exec', 'codex.exec'],
    scenarios: ['file-edit'],
  },
  {
    why: 'OpenClaw’s gateway refuses a command that writes by redirection without a question: another one was asked about',
    what: 'command outputs',
    how: ['other'],
    who: ['openclaw'],
    scenarios: ['approval-granted'],
  },
  {
    why: 'OpenClaw’s bridge ends the turn by itself when it is told to leave, before its process is gone',
    what: 'words of ours',
    how: ['other'],
    who: ['openclaw'],
    scenarios: ['abort-tool'],
  },
  {
    why: 'over exec Codex does not say what a command reads, so that what it read is what a command printed',
    what: 'command outputs',
    how: ['more'],
    who: ['codex.exec'],
    scenarios: ['file-edit', 'file-read', 'tools-parallel'],
  },
  {
    why: 'over exec Codex does not say what a command reads, so that what it read is what a command printed, and nothing of what a subagent does',
    what: 'read contents',
    how: ['none'],
    who: ['codex.exec'],
    scenarios: ['file-edit', 'file-read', 'tools-parallel', 'subagent'],
  },
  {
    why: 'Codex reads files with shell commands, and the failing hook is one that prints',
    what: 'command outputs',
    how: ['more'],
    who: ['codex'],
    scenarios: ['file-read', 'plugin-error'],
  },
  {
    why: 'Gemini CLI tells no content of a file that was read',
    what: 'read contents',
    how: ['none'],
    who: ['gemini'],
    scenarios: ['file-edit', 'file-read', 'file-write-existing', 'tools-parallel'],
  },
  {
    why: 'what agents of these CLIs do is not told over ACP',
    what: 'read contents',
    how: ['none'],
    who: ['gemini', 'opencode'],
    scenarios: ['subagent'],
  },
  {
    why: 'Codex and pi say in words that they looked at an image',
    what: 'read contents',
    how: ['more'],
    who: ['codex', 'pi'],
    scenarios: ['file-read-image'],
  },
  {
    why: 'a skill is used by reading its file',
    what: 'read contents',
    how: ['more'],
    who: ['codex', 'omp', 'pi'],
    scenarios: ['skill'],
  },
  {
    why: 'each CLI keeps a long output in its own way: a file, or a part of it',
    what: 'command outputs',
    how: ['other'],
    who: ['claude.oneshot', 'codex', 'copilot', 'copilot.jsonl', 'gemini', 'gemini.stream-json', 'omp.json'],
    scenarios: ['huge-line'],
  },
  {
    why: 'each CLI says in its own words that a command goes on in the background',
    what: 'command outputs',
    how: ['other'],
    who: ['claude.oneshot', 'codex', 'copilot', 'omp'],
    scenarios: ['tool-background', 'steer'],
  },
  {
    why: 'Copilot CLI over jsonl ends its turn itself when it is told to stop',
    what: 'words of ours',
    how: ['other'],
    who: ['copilot.jsonl'],
    scenarios: ['abort-tool'],
  },
  {
    why: 'over ACP a refusal ends the turn of Copilot CLI: the request after it is not made',
    what: 'tokens',
    how: ['less'],
    who: ['copilot.acp'],
    scenarios: ['approval-denied', 'approval-headless', 'approval-timeout'],
  },
  {
    why: 'an answer that was cut or given up is counted by Claude Code with what was sent of it, by pi and omp with what its beginning says, by others not at all',
    what: 'tokens',
    how: ['less'],
    who: ['codex', 'copilot', 'omp', 'opencode', 'pi'],
    scenarios: ['interrupt', 'interrupt-continue', 'stream-cut', 'stream-cut-exhausted'],
  },
  {
    why: 'a refused answer is counted where the CLI has asked for it again',
    what: 'tokens',
    how: ['less', 'more'],
    who: ['gemini', 'gemini.stream-json'],
    scenarios: ['refusal'],
  },
  {
    why: 'Claude Code goes on by itself after the limit of an answer: one request more',
    what: 'tokens',
    how: ['less'],
    who: ['gemini', 'omp', 'opencode', 'pi'],
    scenarios: ['output-limit'],
  },
  {
    why: 'pi and omp tell no tokens of the summary of a compaction',
    what: 'tokens',
    how: ['less'],
    who: ['omp', 'pi'],
    scenarios: ['compaction', 'compaction-auto'],
  },
  {
    why: 'opencode compacts in the run that has filled the window, and goes on with a request of its own, Claude Code in the next run',
    what: 'tokens',
    how: ['less', 'more'],
    who: ['opencode.run'],
    scenarios: ['compaction-resumed', 'compaction-resumed-2'],
  },
  {
    why: 'in run each prompt is a run of its own, with a fixture of its own',
    what: 'tokens',
    how: ['less'],
    who: ['opencode.run'],
    scenarios: ['checkpoint'],
  },
  {
    why: 'Codex and omp wait for their agents with requests of their own',
    what: 'tokens',
    how: ['more'],
    who: ['codex', 'omp'],
    scenarios: ['approval-subagent', 'subagent', 'subagent-fail', 'subagent-parallel'],
  },
  {
    why: 'the end of background work begins no turn of Codex: one request less',
    what: 'tokens',
    how: ['less'],
    who: ['codex'],
    scenarios: ['subagent-background', 'tool-background'],
  },
  {
    why: 'over exec Codex, and over ACP Gemini CLI, do not count what a subagent asks',
    what: 'tokens',
    how: ['less', 'more'],
    who: ['codex.exec', 'gemini', 'gemini.stream-json'],
    scenarios: ['subagent'],
  },
  {
    why: 'the script has another number of answers there: the plan of Codex is a text, Gemini CLI is refused a write first, the failing hook of Codex runs with a command',
    what: 'tokens',
    how: ['less', 'more'],
    who: ['codex', 'gemini.stream-json'],
    scenarios: ['plan-mode', 'plugin-error'],
  },
  {
    why: 'omp counts the beginning of each answer that it asks for again, here with a thought',
    what: 'tokens',
    how: ['more'],
    who: ['omp'],
    scenarios: ['overloaded', 'rate-limit'],
  },
  {
    why: 'Copilot CLI and omp hear of the end of a command later, and answer to it',
    what: 'tokens',
    how: ['more'],
    who: ['copilot', 'omp'],
    scenarios: ['steer'],
  },
  {
    why: 'over json pi counts the request that ends the run',
    what: 'tokens',
    how: ['more'],
    who: ['pi.json'],
    scenarios: ['turn-limit'],
  },
];
