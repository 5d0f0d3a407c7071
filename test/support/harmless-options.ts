/** Options of the CLIs by their own help that `native.args` takes, since they grant nothing and break nothing, each with the reason. */
import type { AgentMuxClient } from '@agent-mux/core';

type Reasons = Readonly<Record<string, readonly string[]>>;

const SHOWS = 'it changes what is shown or noted, and no stream that is read';
const LESS = 'with it less is there, allowed or remembered';
const ASKED = 'what it brings is asked about like all else';
const USERS = 'it says which settings of the user count';
const CALLS = 'it chooses the model or how it answers';
const ACCESS = 'it says how a service is reached';
const ELSEWHERE = 'it says what becomes of the session, for others to read';

/** The key is the agent, or the agent and the mode. */
export const HARMLESS: Readonly<Record<string, Reasons>> = {
  claude: {
    [SHOWS]: [
      '-d',
      '--debug',
      '--debug-file',
      '--ax-screen-reader',
      '-n',
      '--name',
      '--chrome',
      '--no-chrome',
      '--ide',
    ],
    [LESS]: [
      ...['--disable-slash-commands', '--disallowedTools', '--disallowed-tools', '--tools', '--restricted'],
      ...['--safe-mode', '--strict-mcp-config', '--exclude-dynamic-system-prompt-sections'],
    ],
    [ASKED]: ['--add-dir', '--agent', '--brief', '--file'],
    [USERS]: ['--setting-sources'],
    [CALLS]: ['--autocompact', '--betas', '--fallback-model', '--system-prompt-snapshot', '--prompt-suggestions'],
    [ELSEWHERE]: ['--remote-control-session-name-prefix'],
    'what it adds to the stream is taken as it comes': ['--forward-subagent-text', '--include-hook-events'],
  },
  'claude/bidi': {
    'a hook of ours asks before what it brings acts': ['--agents', '--plugin-dir', '--plugin-url'],
  },
  codex: {
    [USERS]: ['--strict-config', '-p', '--profile', '--ignore-user-config', '--ignore-rules'],
    [CALLS]: ['--oss', '--local-provider', '--cyber-access-program', '--cloud-skills-snapshot'],
    [SHOWS]: ['--color', '-o', '--output-last-message', '--thread-source', '--startup-client-info'],
    [ASKED]: ['--add-dir'],
    [ELSEWHERE]: ['--analytics-default-enabled'],
    'without `--listen` nobody else can connect': [
      ...[
        '--ws-auth',
        '--ws-token-file',
        '--ws-token-sha256',
        '--ws-shared-secret-file',
        '--ws-issuer',
        '--ws-audience',
      ],
      '--ws-max-clock-skew-seconds',
    ],
  },
  copilot: {
    [SHOWS]: [
      ...['-n', '--name', '--banner', '--screen-reader', '--plain-diff', '--log-dir', '--mouse', '--no-mouse'],
      ...['--no-color', '--disable-client-telemetry', '--usage-output-file', '--no-eager-powershell-resolution'],
    ],
    [LESS]: [
      ...['--disallow-temp-dir', '--disable-mcp-server', '--disable-builtin-mcps', '--deny-tool', '--deny-url'],
      ...['--available-tools', '--excluded-tools', '--secret-env-vars', '--no-custom-instructions', '--no-auto-update'],
      ...['--no-ask-user', '--no-bash-env', '--no-experimental', '--no-remote-export', '--plan', '--max-ai-credits'],
      '--max-autopilot-continues',
    ],
    [ASKED]: [
      ...['--add-dir', '--agent', '--fleet', '--enable-all-github-mcp-tools', '--add-github-mcp-toolset'],
      ...['--add-github-mcp-tool', '--enable-mcp-server', '--mcp-github-auth', '--extension-sdk-path', '--bash-env'],
    ],
    [CALLS]: [
      ...['--enable-memory', '--context', '--auto-tier', '--experimental', '--allow-all-mcp-server-instructions'],
      '--environment-compute-id',
    ],
    [ELSEWHERE]: ['--share', '--share-gist', '--remote-export'],
  },
  gemini: {
    [SHOWS]: ['-d', '--debug', '--screen-reader', '--raw-output', '--accept-raw-output-risk'],
    [LESS]: ['--allowed-mcp-server-names', '-e', '--extensions'],
    [ASKED]: ['--include-directories'],
    [USERS]: ['--skip-trust'],
  },
  omp: {
    [SHOWS]: ['--hide-thinking', '--print-thoughts', '--allow-home'],
    [LESS]: [
      '--no-tools',
      '--no-lsp',
      '--no-pty',
      '--tools',
      '--no-extensions',
      '--no-skills',
      '--skills',
      '--no-rules',
    ],
    [ASKED]: ['--add-dir', '--hook', '-e', '--extension', '--plugin-dir'],
    [USERS]: ['--profile', '--session-dir'],
    [CALLS]: [
      ...[
        '--smol',
        '--slow',
        '--plan',
        '--prewalk',
        '--no-prewalk',
        '--prewalk-into',
        '--plan-yolo-into',
        '--provider',
      ],
      ...['--models', '--service-tier', '--advisor', '--external-thinking', '--max-time'],
    ],
    [ACCESS]: ['--api-key'],
  },
  openclaw: {
    [SHOWS]: ['-v', '--verbose', '--no-prefix-cwd', '--provenance'],
    [LESS]: ['--require-existing', '--isolated', '--local-model-lean', '--auth-env-only'],
    [USERS]: ['--config', '--state-dir', '--no-auth-env-only', '--agent'],
    [CALLS]: ['--fallback', '--code-mode'],
    [ACCESS]: ['--url', '--token', '--token-file', '--password', '--password-file'],
    'without `--deliver` nothing is sent': [
      '--channel',
      '--reply-account',
      '--reply-channel',
      '--reply-to',
      '-t',
      '--to',
    ],
  },
  opencode: {
    [SHOWS]: ['--print-logs', '--log-level', '--title', '--command'],
    [LESS]: ['--pure'],
    [USERS]: ['--agent'],
    [CALLS]: ['--variant'],
    [ACCESS]: ['-p', '--password', '-u', '--username', '--port', '--mdns-domain'],
    [ELSEWHERE]: ['--share'],
  },
  pi: {
    [SHOWS]: ['--verbose', '--theme', '--no-themes'],
    [LESS]: [
      ...['--no-tools', '-nt', '--no-builtin-tools', '-nbt', '--tools', '-t', '--no-extensions', '-ne', '--no-skills'],
      ...['-ns', '--no-prompt-templates', '--no-context-files', '--offline'],
    ],
    [ASKED]: ['--extension', '-e', '--skill', '--prompt-template'],
    [USERS]: ['--session-dir'],
    [CALLS]: ['--provider', '--models'],
    [ACCESS]: ['--api-key'],
  },
};

/** All of a mode. */
export function harmlessOf(agent: string, mode: string): readonly string[] {
  return [agent, `${agent}/${mode}`].flatMap((key) => Object.values(HARMLESS[key] ?? {}).flat());
}

/** What is said against a flag in a run that wants nothing else and denies what it can; undefined: it is taken. */
export function whyRefused(
  mux: AgentMuxClient,
  { agent, mode, flag }: { readonly agent: string; readonly mode: string; readonly flag: string },
): unknown {
  // OpenClaw's modes cannot deny.
  const approvalMode = agent === 'openclaw' ? 'yolo' : 'deny';
  return mux.check({ agent, mode, prompt: 'go', binary: '/bin/false', approvalMode, native: { args: [flag] } });
}
