export * from './choose-mode.ts';
export * from './registry.ts';
