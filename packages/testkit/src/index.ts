/** What an adapter author needs: a scripted model server, scenarios, sandboxes, fixtures, a player of recordings and a fake agent. */
export * from './fake-agent/index.ts';
export * from './fixtures/index.ts';
export * from './model-server/index.ts';
export * from './play-scenario/index.ts';
export * from './player/index.ts';
export * from './sandbox/index.ts';
export * from './scenario/index.ts';
export * from './scenarios/index.ts';
export * from './test-agents/index.ts';
