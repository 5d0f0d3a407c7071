export * from './ask-version.ts';
export * from './check-auth.ts';
export * from './choose-mode.ts';
export * from './install-methods.ts';
export * from './registry.ts';
