export * from './channel.ts';
export * from './interaction-ids.ts';
