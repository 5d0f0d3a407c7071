/** Loads `amux demo` with the package that plays it, which is no dependency: only the demo needs a scripted model server. */
import { EXIT_FAILED, UsageError } from '../usage-error.ts';

const TESTKIT = '@agent-mux/testkit';

/** Throws a UsageError that names the package where it is missing. */
export async function loadDemo(): Promise<typeof import('../commands/demo.ts')> {
  try {
    return await import('../commands/demo.ts');
  } catch (cause) {
    if (isMissing(cause)) {
      throw new UsageError(
        `demo: ${TESTKIT}, whose scripted model answers the CLIs, is not installed. Install it beside agent-mux: npm install ${TESTKIT}`,
        EXIT_FAILED,
      );
    }
    throw cause;
  }
}

function isMissing(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === 'ERR_MODULE_NOT_FOUND' &&
    error.message.includes(`'${TESTKIT}'`)
  );
}
