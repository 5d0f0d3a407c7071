export * from './answer-policy.ts';
export * from './channel.ts';
export * from './interaction-ids.ts';
