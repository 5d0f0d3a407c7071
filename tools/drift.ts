/**
 * Plays an agent's scenarios on another version of its CLI and reports what changed since the fixtures. Usage: npm run drift --
 * <agent>[@version] [--all] [--scenarios a,b.mode] [--binary path] [--no-report]; exit code 0 = no drift, 1 = drift, 2 = not known.
 */
import { runDrift } from './drift/run-drift.ts';

process.exitCode = await runDrift(process.argv.slice(2), {
  stdout: (text) => process.stdout.write(text),
  stderr: (text) => process.stderr.write(text),
});
