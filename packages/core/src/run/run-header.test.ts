import { describe, expect, it } from 'vitest';
import type { Mode } from '../adapter/adapter.ts';
import type { ResolvedOptions } from '../adapter/options.ts';
import { toyAdapter } from '../recording/testing/toy-agent.ts';
import { rootPlace, starterOf } from './lineage.ts';
import type { PreparedRun } from './prepared-run.ts';
import { createHeader } from './run-header.ts';

const lineage = rootPlace({ runId: 'r', name: 'n', options: {} });
const options = {
  prompt: 'go',
  cwd: '/work',
  stream: 'auto',
  approvalMode: 'yolo',
  systemPromptMode: 'append',
  noSession: false,
  includeSubagents: false,
  keepOpen: false,
  env: { SHOWN: 'a' },
} as ResolvedOptions;
const headerOf = (more: Partial<ResolvedOptions>) =>
  createHeader({
    runId: 'r',
    name: 'n',
    agent: 'toy',
    adapter: { ...toyAdapter, recordedEnv: ['SHOWN'] },
    mode: toyAdapter.modes[0] as Mode,
    options: { ...options, ...more },
    tags: ['t'],
    lineage,
    timeout: 1,
    inactivityTimeout: 2,
    interactionTimeoutMs: 3,
    maxTextBytes: 4,
  } as unknown as PreparedRun);

describe('the header of a run', () => {
  const WHOLE = {
    format: 1,
    runId: 'r',
    name: 'n',
    agent: 'toy',
    mode: 'talk',
    prompt: 'go',
    cwd: '/work',
    approvalMode: 'yolo',
    stream: 'auto',
    tags: ['t'],
    contextId: 'r',
    threadId: 'r',
    taskId: 'r',
    root: 'r',
    depth: 0,
    path: ['n'],
    initiator: 'user',
    options: {
      includeSubagents: false,
      keepOpen: false,
      noSession: false,
      systemPromptMode: 'append',
      timeout: 1,
      inactivityTimeout: 2,
      interactionTimeoutMs: 3,
      maxTextBytes: 4,
    },
  };

  it('says what the run is, with its limits, and nothing of its environment', () => {
    expect(headerOf({})).toEqual(WHOLE);
    expect(Object.keys(headerOf({}))).not.toContain('model');
  });

  it('names the model, and the session that it goes on with or copies, in fields of their own', () => {
    expect(headerOf({ model: 'm', sessionId: 's', forkSessionId: 'f' })).toEqual({
      ...WHOLE,
      model: 'm',
      resumes: 's',
      forks: 'f',
    });
  });

  it('has other options where they were given', () => {
    expect(headerOf({ maxTurns: 2 }).options).toEqual({ ...WHOLE.options, maxTurns: 2 });
  });
});

describe('where a run stands', () => {
  it('is at the root of a tree of its own, in what its options name', () => {
    const given = { contextId: 'c', threadId: 't', taskId: 'k' };
    expect(rootPlace({ runId: 'r', name: 'n', options: given })).toEqual({ ...lineage, ...given });
    expect(lineage).toMatchObject({ contextId: 'r', threadId: 'r', taskId: 'r', depth: 0, initiator: 'user' });
  });

  it('says who speaks first: the run that hands over, the one that has called it, else the program', () => {
    expect(starterOf(lineage)).toBeUndefined();
    expect(starterOf({ ...lineage, parent: 'p' })).toEqual({ kind: 'agent', id: 'p' });
    expect(starterOf({ ...lineage, parent: 'p', handoffFrom: 'h' })).toEqual({ kind: 'agent', id: 'h' });
  });
});
