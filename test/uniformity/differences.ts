/** Where the streams of two agents differ for the same scenario, and why. A row that nothing needs fails the test. */

export interface Difference {
  readonly agents: readonly string[];
  /** @defaultValue all */
  readonly scenarios?: readonly string[];
  /** Of lines that only the reference has (`- `) or only the agent (`+ `). */
  readonly lines: readonly RegExp[];
  readonly why: string;
}

export const DIFFERENCES: readonly Difference[] = [
  {
    agents: ['gemini'],
    lines: [/^- shell_exit (0|3)$/, /^\+ shell_exit -1$/],
    why: 'Gemini CLI tells an exit code over ACP only where the command printed nothing',
  },
  {
    agents: ['gemini', 'copilot', 'opencode'],
    scenarios: ['tool-shell-fail'],
    lines: [/^- tool_error$/, /^\+ tool_result$/],
    why: 'a command that fails is a tool that succeeded; the exit code says the rest',
  },
  {
    agents: ['codex', 'gemini', 'pi', 'omp', 'opencode'],
    scenarios: ['abort-tool'],
    lines: [/shell_exit (137|-1)$/],
    why: 'between SIGTERM and its end only Claude Code still tells what became of the command',
  },
  {
    agents: ['codex'],
    scenarios: ['agentdoc', 'checkpoint', 'file-edit', 'file-read', 'skill', 'subagent', 'tools-parallel'],
    lines: [/shell "cat /, /shell_exit [01]$/],
    why: 'Codex reads files with shell commands: it has no tool of its own for that',
  },
  {
    agents: ['codex', 'pi', 'omp'],
    scenarios: ['skill'],
    lines: [/^\+ file_read \S*skills\/greet\/SKILL\.md$/],
    why: 'a skill is used by reading its file',
  },
  {
    agents: ['codex'],
    scenarios: ['approval-always'],
    lines: [/echo one >> made\.txt/, /^\+ shell_exit 0$/, /^- file_create (one|two)\.txt$/],
    why: 'Codex grants the session by command, Claude Code by kind of tool: each is asked twice for what it takes as the same',
  },
  {
    agents: ['codex', 'copilot', 'pi'],
    scenarios: ['approval-parallel'],
    lines: [/^[-+] (tool_call|tool_result|tool_error|approval_(granted|denied)|file_create one\.txt)$/],
    why: 'Claude Code asks about one call after the other while the answer comes; the others ask when it is complete, or carry the calls out in another order',
  },
  {
    agents: ['codex'],
    scenarios: ['approval-subagent', 'subagent', 'subagent-fail', 'subagent-parallel'],
    lines: [/^\+ (tool_call|tool_result|tool_error)$/],
    why: 'Codex dispatches an agent with one call and waits for it with another',
  },
  {
    agents: ['codex'],
    scenarios: ['subagent-background'],
    lines: [/^- text "The report is here\."$/],
    why: 'Codex waits for its agents with a call of its own; their reports begin no turn',
  },
  {
    agents: ['gemini', 'opencode'],
    scenarios: ['subagent'],
    lines: [/^- {3}in a lane: /],
    why: 'what agents of these CLIs do is not told over ACP',
  },
  {
    agents: ['codex', 'copilot'],
    scenarios: ['auth-error', 'context-exceeded'],
    lines: [/^\+ retry$/],
    why: 'Codex retries a refused key as if the network had failed, Copilot CLI a prompt that is too long',
  },
  {
    agents: ['codex'],
    scenarios: ['checkpoint'],
    lines: [/^- file_write a\.txt$/, /^\+ file_create a\.txt$/],
    why: 'a patch of Codex that adds a file does not say that there was one before',
  },
  {
    agents: ['codex'],
    scenarios: ['file-delete'],
    lines: [/^- shell "rm -- 'a\.txt'"$/, /^- shell_exit 0$/],
    why: 'Codex deletes by patch, the others with a command',
  },
  {
    agents: ['codex'],
    scenarios: ['file-read-image'],
    lines: [/^- image_output$/],
    why: 'Codex tells the path of an image that it looks at, not the image',
  },
  {
    agents: ['codex', 'copilot'],
    scenarios: ['hooks'],
    lines: [/^- shell "echo forbidden"$/, /^- shell_exit -1$/],
    why: 'a command that a hook has refused is not told as begun',
  },
  {
    agents: ['codex', 'gemini', 'copilot', 'pi', 'omp', 'opencode'],
    scenarios: ['huge-line'],
    lines: [/shell "head -c \d+ \/dev\/zero/, /shell_exit/],
    why: 'a shorter line: what a CLI does with a long one is its own, and its fixture would be large',
  },
  {
    agents: ['gemini', 'opencode'],
    scenarios: ['image-input'],
    lines: [/^- image_input_ack$/],
    why: 'Gemini CLI and opencode take an image without a word',
  },
  {
    agents: ['gemini'],
    scenarios: ['mcp-tool'],
    lines: [/^- image_output$/],
    why: 'Gemini CLI does not hand on the images of an MCP tool',
  },
  {
    agents: ['codex', 'gemini', 'pi', 'omp', 'opencode'],
    scenarios: ['output-limit'],
    lines: [/^- text " on, to its end\."$/, /^\+ error AGENT_ERROR$/],
    why: 'Claude Code goes on by itself, Codex fails, and the others take the cut answer for the whole',
  },
  {
    agents: ['codex', 'opencode'],
    scenarios: ['overloaded', 'overloaded-exhausted'],
    lines: [/^- retry$/],
    why: 'Codex and opencode retry server errors in silence',
  },
  {
    agents: ['codex'],
    scenarios: ['plan-mode'],
    lines: [/^[-+] (tool_result|tool_call|approval_request|approval_granted|input_required|text .*)$/],
    why: 'the plan of Codex is a text, and no call that is asked about',
  },
  {
    agents: ['codex'],
    scenarios: ['plugin-error'],
    lines: [/^\+ (tool_call|shell "echo hooked"|shell_exit 0|tool_result)$/],
    why: 'the broken plugin is one of Claude Code, the failing hook one of Codex',
  },
  {
    agents: ['codex'],
    scenarios: ['quota'],
    lines: [/^- rate_limited$/],
    why: 'Codex gives up at once, and says so in its error',
  },
  {
    agents: ['opencode'],
    scenarios: ['rate-limit-exhausted'],
    lines: [/^- (rate_limited|retry)$/],
    why: 'opencode waits and tries again without a word',
  },
  {
    agents: ['gemini'],
    scenarios: ['rate-limit-exhausted'],
    lines: [/^[-+] (rate_limited|retry)$/],
    why: 'Gemini CLI tells of its attempts on stderr, when they are over',
  },
  {
    agents: ['codex', 'gemini', 'copilot', 'opencode'],
    scenarios: ['stream-cut', 'stream-cut-exhausted'],
    lines: [/^[-+] (text "This answer breaks off in the mi.*"|retry|error AGENT_ERROR)$/],
    why: 'Codex and Copilot CLI end the half message after the retry, opencode goes on in it over ACP, and Gemini CLI does not retry a cut stream there',
  },
  {
    agents: ['codex'],
    scenarios: ['tool-background'],
    lines: [/^- (turn_start|turn_end|text "It has ended\.")$/],
    why: 'the end of a background command of Codex begins no turn',
  },
  {
    agents: ['codex', 'gemini', 'copilot', 'pi', 'omp', 'opencode'],
    scenarios: ['tools-parallel'],
    lines: [
      /^[-+] (tool_call|tool_result|shell "(sleep 0\.5; echo slow|echo quick)"|shell_exit -?\d+|file_read a\.txt)$/,
    ],
    why: 'what runs at the same time ends in any order, and Gemini CLI runs one after the other over ACP',
  },
  {
    agents: ['codex', 'gemini', 'pi', 'opencode'],
    scenarios: ['turn-limit'],
    lines: [
      /^\+ (tool_call|text "Once more, "|shell "(echo again|sleep 20)"|shell_exit -?\d+|tool_result|tool_error)$/,
    ],
    why: 'limits that the runtime counts end the run when the next request is seen; the CLI has begun it by then',
  },
  {
    agents: ['codex', 'copilot'],
    scenarios: ['unicode'],
    lines: [/^[-+] text "emoji /, /^[-+] shell "printf /],
    why: 'Codex takes control characters out of the text and quotes the command for its shell; Copilot CLI is given no half signs, which it refuses',
  },
  {
    agents: ['gemini'],
    scenarios: ['auth-missing'],
    lines: [/^- (session_start|turn_start|turn_end|session_end)$/],
    why: 'Gemini CLI refuses to open a session, Codex fails in its first turn',
  },
  {
    agents: ['copilot', 'pi'],
    scenarios: ['auth-missing'],
    lines: [/^- turn_(start|end)$/],
    why: 'Copilot CLI and pi refuse the prompt before a turn, Codex fails in its first turn',
  },
  {
    agents: ['openclaw'],
    scenarios: ['agentdoc', 'tool-shell', 'tool-unknown'],
    lines: [/^- (text "I will run it\."|tool_call|tool_result|tool_error|shell .*|shell_exit 0|file_read .*)$/],
    why: 'OpenClaw tells only the last text and the names of the tools',
  },
  {
    agents: ['openclaw'],
    scenarios: ['abort', 'auth-error', 'interrupt'],
    lines: [/^- (session_start|session_end|turn_start|turn_end|text "A long story.*")$/],
    why: 'OpenClaw names its session in the document at the end, and a command that is ended or that fails as a whole gives none',
  },
  {
    agents: ['openclaw'],
    scenarios: ['resume-missing'],
    lines: [
      /^[-+] (error SESSION_NOT_FOUND( \(recoverable\))?|session_start|turn_start|text "There was no word\."|turn_end|session_end)$/,
    ],
    why: 'OpenClaw begins a session of any id that it does not know, and goes on with the prompt',
  },
  {
    agents: ['pi'],
    scenarios: ['approval-modified-input'],
    lines: [/^[-+] shell "echo (changed|made) /],
    why: 'pi tells the call as the model made it, and carries out the changed one',
  },
  {
    agents: ['copilot', 'pi', 'omp'],
    scenarios: ['compaction', 'compaction-auto'],
    lines: [/^[-+] turn_(start|end)$/],
    why: 'a compaction is a turn of its own in Claude Code only',
  },
  {
    agents: ['omp', 'opencode'],
    scenarios: ['approval-denied', 'approval-headless', 'approval-timeout', 'approval-granted'],
    lines: [
      /^- text "(Then not\.|I was not allowed to\.|Nobody answered\.)"$/,
      /^[-+] (approval_granted|shell "echo made .*|shell_exit -1)$/,
    ],
    why: 'opencode ends the turn with a refusal; omp tells a command before it asks about it',
  },
  {
    agents: ['omp'],
    scenarios: ['input-required-declined'],
    lines: [/^[-+] (tool_error|tool_result|text .*)$/],
    why: 'a question that is cancelled ends the whole turn of omp, so the refusal is given as an answer',
  },
  {
    agents: ['omp'],
    scenarios: ['mcp-tool-error'],
    lines: [/^[-+] .*mcp_tool_(call_start|error) /],
    why: 'omp puts the folder before the name of a server',
  },
  {
    agents: ['gemini'],
    scenarios: ['long-text'],
    lines: [/^[-+] text "1\. line number 1 of a long text/],
    why: 'a shorter text: Gemini CLI takes a millisecond for each delta',
  },
  {
    agents: ['copilot'],
    scenarios: ['rate-limit-exhausted'],
    lines: [/^\+ (rate_limited|retry)$/],
    why: 'the number of its attempts cannot be set',
  },
  {
    agents: ['copilot', 'omp'],
    scenarios: ['steer'],
    lines: [/^[-+] (shell_exit -?\d+|turn_start|turn_end|tool_call|tool_result|text "And now it has\.")$/],
    why: 'Copilot CLI and omp move a command to the background when they are steered, and hear of its end later',
  },
  {
    agents: ['copilot'],
    scenarios: ['subagent-background', 'tool-background'],
    lines: [/^\+ (tool_call|tool_result)$/],
    why: 'Copilot CLI reads the end of background work with a call of its own',
  },
  {
    agents: ['omp'],
    scenarios: ['subagent', 'subagent-fail', 'subagent-parallel', 'approval-subagent'],
    lines: [
      /^\+ text "((Somebody is|Both are) on the way|One is back)\."$/,
      /^\+ {3}in a lane: (tool_call|tool_result)$/,
    ],
    why: 'subagents of omp work in the background, and report with a call',
  },
  {
    agents: ['omp'],
    scenarios: ['subagent-background'],
    lines: [/^- turn_(start|end)$/],
    why: 'a turn of omp goes on until what it has begun in the background is told',
  },
  {
    agents: ['omp'],
    scenarios: ['approval-subagent'],
    lines: [/^\+ approval_(request|granted)$/, /^- {3}in a lane: approval_(request|granted)$/],
    why: 'omp asks about the dispatch, and not about what the subagent does then',
  },
  {
    agents: ['omp'],
    scenarios: ['compaction-auto'],
    lines: [/^[-+] context_compacted$/],
    why: 'omp compacts after the answer that has filled the window, Claude Code before the next one',
  },
  {
    agents: ['omp'],
    scenarios: ['auth-missing'],
    lines: [/^- (session_start|turn_start|turn_end|session_end)$/],
    why: 'omp leaves before there is a session, Codex fails in its first turn',
  },
  {
    agents: ['omp'],
    scenarios: ['overloaded', 'overloaded-exhausted', 'rate-limit', 'rate-limit-exhausted'],
    lines: [/^\+ thinking$/],
    why: 'omp tells of a retry only where the answer had begun, here with a thought',
  },
  {
    agents: ['omp'],
    scenarios: ['stream-cut', 'stream-cut-exhausted'],
    lines: [/^- retry$/, /^- text "This answer breaks off in the mi/, /^\+ error AGENT_ERROR$/],
    why: 'omp does not retry an answer of which something was shown',
  },
  {
    agents: ['pi', 'omp'],
    scenarios: ['pause-resume'],
    lines: [/^- text "1\. line number 1 of a long text/, /^\+ text "1\. of some lines/],
    why: 'a shorter text: each line of these CLIs repeats what was said before',
  },
  {
    agents: ['opencode'],
    scenarios: ['resume-missing'],
    lines: [/^- error SESSION_NOT_FOUND$/, /^\+ error AGENT_ERROR$/],
    why: 'over ACP opencode says of a missing session only that its service failed',
  },
];
