/** Removes from recordings and stores what must not be seen: homes, keys, ports, however they are escaped or cut. */
export { findMachineSecrets, type MachineOptions } from './machine-secrets.ts';
export { findNativeSecrets } from './native-secrets.ts';
export { createRedactor, type Redaction, type RedactOptions, type Redactor } from './redact.ts';
export { createLineRedactor, type LineChange, type LineRedactor, type LineRedactorOptions } from './redact-lines.ts';
export { secretsIn } from './secrets-in.ts';
export { findGiven, findServerSecrets } from './server-secrets.ts';
