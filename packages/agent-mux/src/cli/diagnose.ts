/** What keeps an agent from running on this machine. */
import {
  type Adapter,
  CapabilityError,
  chooseMode,
  describeInstallMethod,
  findInstallMethods,
  type InstalledAgent,
  type ResolvedOptions,
  type VersionFault,
} from '@agent-mux/core';
import { type AuthState, checkAuth } from '../check-auth.ts';
import { compareVersions } from './compare-versions.ts';
import { hasDriftCheck } from './drift.ts';

/** One line of the report. */
interface Fact {
  readonly name: string;
  readonly text: string;
  readonly isGood: boolean;
}

export interface Diagnosis {
  readonly agent: string;
  readonly displayName: string;
  /** How ready the agent is. `broken` means that it is installed, and does not start or fails at once. */
  readonly readiness: 'ready' | 'no-login' | 'no-mode' | 'broken' | 'not-installed';
  readonly cliPath: string | null;
  readonly version: string | null;
  /** Why it printed no version. */
  readonly versionFault?: VersionFault;
  readonly testedVersions: readonly string[];
  readonly isTested: boolean;
  /** The mode that a run takes, or null, by approval mode. */
  readonly modes: Readonly<Record<ApprovalMode, string | null>>;
  readonly auth: AuthState;
  readonly facts: readonly Fact[];
  /** What to do, in one sentence each. */
  readonly advice: readonly string[];
}

type ApprovalMode = ResolvedOptions['approvalMode'];

export interface Findings {
  readonly found: InstalledAgent;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Diagnoses an agent. It does no I/O except for looking at the files that a login leaves. */
export function diagnose(adapter: Adapter, { found, env }: Findings): Diagnosis {
  const auth = checkAuth(adapter, { env });
  const choices = APPROVAL_MODES.map((approvalMode) => choose(adapter, approvalMode));
  const parts = [tellPlace(adapter, found), tellVersion(adapter, found), tellModes(adapter, choices), tellLogin(auth)];
  return {
    agent: adapter.agent,
    displayName: adapter.displayName,
    readiness: judge(found, choices, auth),
    cliPath: found.cliPath,
    version: found.version,
    ...(found.versionFault === undefined ? {} : { versionFault: found.versionFault }),
    testedVersions: adapter.testedVersions,
    isTested: found.isTested,
    modes: { prompt: choices[0]?.mode ?? null, deny: choices[1]?.mode ?? null, yolo: choices[2]?.mode ?? null },
    auth,
    facts: parts.flatMap(({ facts }) => facts),
    advice: parts.flatMap(({ advice }) => advice),
  };
}

interface Part {
  readonly facts: readonly Fact[];
  readonly advice: readonly string[];
}

function judge(
  { installed, versionFault }: InstalledAgent,
  choices: readonly Choice[],
  auth: AuthState,
): Diagnosis['readiness'] {
  if (!installed) {
    return 'not-installed';
  }
  if (isBroken(versionFault)) {
    return 'broken';
  }
  if (choices.every(({ mode }) => mode === null)) {
    return 'no-mode';
  }
  return auth.status === 'unauthenticated' ? 'no-login' : 'ready';
}

// A CLI that is slow, or prints something else than its version, may well run.
function isBroken(fault: VersionFault | undefined): boolean {
  return fault?.kind === 'not-started' || fault?.kind === 'failed';
}

function tellPlace({ cliCommand, agent, install }: Adapter, { cliPath }: InstalledAgent): Part {
  if (cliPath !== null) {
    return { facts: [{ name: 'found', text: cliPath, isGood: true }], advice: [] };
  }
  const [method] = findInstallMethods(install);
  const withPath = `\`amux run ${agent} --binary <path>\``;
  return {
    facts: [{ name: 'found', text: `no: "${cliCommand}" is in no folder of PATH`, isGood: false }],
    advice: [
      method === undefined
        ? `Install it, and put "${cliCommand}" on the PATH; or give its path to a run: ${withPath}.`
        : `Install it ${describeInstallMethod(method)}${method.type === 'manual' ? '' : `, or with \`amux install ${agent} --yes\``}; or give its path to a run: ${withPath}.`,
    ],
  };
}

function tellVersion(
  { testedVersions, agent, install }: Adapter,
  { installed, version, versionFault, isTested, cliPath }: InstalledAgent,
): Part {
  const tested = testedVersions.join(', ') || 'none';
  if (!installed) {
    return { facts: [{ name: 'version', text: `tested: ${tested}`, isGood: true }], advice: [] };
  }
  if (version === null) {
    const fault = versionFault ?? { kind: 'no-version' };
    const [method] = isBroken(versionFault) ? findInstallMethods(install) : [];
    const again = method === undefined ? '' : ` If it does not, install it again ${describeInstallMethod(method)}.`;
    return {
      facts: [{ name: 'version', text: `${describeFault(fault)} (tested: ${tested})`, isGood: false }],
      advice: [`See whether it starts at all: \`${cliPath} --version\`.${again}`],
    };
  }
  if (isTested) {
    return { facts: [{ name: 'version', text: `${version}, tested`, isGood: true }], advice: [] };
  }
  const isNewer = testedVersions.every((known) => compareVersions(version, known) > 0);
  const isOlder = testedVersions.every((known) => compareVersions(version, known) < 0);
  const place = isNewer ? 'newer than' : isOlder ? 'older than' : 'between';
  return {
    facts: [{ name: 'version', text: `${version}, ${place} the tested ones (${tested})`, isGood: false }],
    advice: [
      `It should work. If it does not: install a tested version${hasDriftCheck(agent) ? `, or see what changed with \`amux doctor --drift ${agent}@${version}\` in the repository of agent-mux` : ''}.`,
    ],
  };
}

function describeFault(fault: VersionFault): string {
  switch (fault.kind) {
    case 'not-started':
      return `it could not be started: ${fault.reason}`;
    case 'failed': {
      const end = fault.exitCode === null ? `by ${fault.signal ?? 'a signal'}` : `with exit code ${fault.exitCode}`;
      return `--version ended ${end}${fault.reason === '' ? '' : `: ${fault.reason}`}`;
    }
    case 'timeout':
      return `it does not say its version within ${fault.timeoutMs / 1000} s`;
    case 'no-version':
      return 'it starts, and does not say its version';
    default:
      return fault satisfies never;
  }
}

const APPROVAL_MODES: readonly ApprovalMode[] = ['prompt', 'deny', 'yolo'];
const MEANING: Readonly<Record<ApprovalMode, string>> = {
  prompt: 'it asks before it acts',
  deny: 'it can be kept from acting',
  yolo: 'it can be let act',
};

interface Choice {
  readonly approvalMode: ApprovalMode;
  readonly mode: string | null;
  readonly why: string;
}

function choose(adapter: Adapter, approvalMode: ApprovalMode): Choice {
  const options: ResolvedOptions = {
    prompt: 'x',
    cwd: '/',
    stream: 'auto',
    approvalMode,
    systemPromptMode: 'prepend',
    noSession: false,
    includeSubagents: false,
    keepOpen: false,
  };
  try {
    const { name } = chooseMode(adapter, options, { text: options.prompt }, undefined);
    const [only, ...more] = adapter.modes;
    const place = more.length === 0 ? `the only one` : name === only?.name ? 'the richest' : 'the first that can';
    return { approvalMode, mode: name, why: `${place}; ${MEANING[approvalMode]}` };
  } catch (error) {
    if (error instanceof CapabilityError) {
      return { approvalMode, mode: null, why: error.message };
    }
    throw error;
  }
}

const FLAGS: Readonly<Record<ApprovalMode, string>> = { prompt: '', deny: ' with --deny', yolo: ' with --yolo' };

function tellModes({ agent }: Adapter, choices: readonly Choice[]): Part {
  return {
    facts: choices.map(({ approvalMode, mode, why }) => ({
      name: `mode${FLAGS[approvalMode]}`,
      text: mode === null ? `none: ${why}` : `${mode} (${why})`,
      isGood: mode !== null,
    })),
    advice: choices
      .filter(({ mode }) => mode === null)
      .map(({ approvalMode }) => {
        const others = choices.filter((choice) => choice.mode !== null).map((choice) => choice.approvalMode);
        return `${agent} has no mode for approvals "${approvalMode}": use ${others.map((other) => (other === 'prompt' ? 'the default' : `--${other}`)).join(' or ') || 'another agent'}.`;
      }),
  };
}

function tellLogin({ status, details }: AuthState): Part {
  switch (status) {
    case 'authenticated':
      return { facts: [{ name: 'login', text: `yes: ${details}`, isGood: true }], advice: [] };
    case 'unauthenticated':
      return { facts: [{ name: 'login', text: 'no: nothing here shows one', isGood: false }], advice: [details] };
    case 'unknown':
      return { facts: [{ name: 'login', text: `not known: ${details}`, isGood: true }], advice: [] };
    default:
      return status satisfies never;
  }
}
