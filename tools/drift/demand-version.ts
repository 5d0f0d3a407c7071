/** Makes sure that a CLI has the expected version, so that a report names what was really played. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { askVersion, type VersionFault } from '@agent-mux/core';

/** The limit for an answer, which is long because the machine may be busy: without an answer there is no report. */
const TIMEOUT_MS = 60_000;

/** Throws an error that names the other version. */
export async function demandVersion(binary: string, version: string): Promise<void> {
  // The home is not the user's, because a launcher may run what it finds there, or update it.
  const home = mkdtempSync(join(tmpdir(), 'amux-drift-home-'));
  try {
    const answer = await askVersion(binary, { timeoutMs: TIMEOUT_MS, env: { ...process.env, HOME: home } });
    if (answer.version === version) {
      return;
    }
    const says = answer.version === null ? `none: ${describeFault(answer.fault)}` : answer.version;
    throw new Error(`${binary} was to be version ${version}, and says ${says}.`);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

function describeFault(fault: VersionFault): string {
  switch (fault.kind) {
    case 'not-started':
      return `it could not be started; ${fault.reason}`;
    case 'failed':
      return `it failed (${fault.signal ?? `exit code ${fault.exitCode}`}) ${fault.reason}`.trimEnd();
    case 'timeout':
      return `it did not end within ${fault.timeoutMs / 1000} s`;
    case 'no-version':
      return 'what it printed holds no version';
    default:
      return fault satisfies never;
  }
}
