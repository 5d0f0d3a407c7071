/** A run that a store has kept, read back as the live one was. */

export { findRunSecrets } from './run-secrets.ts';
export { createStoredHandle, type StoredHandleOptions, type StoredRunHandle } from './stored-handle.ts';
