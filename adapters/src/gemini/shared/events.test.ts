import { describe, expect, it } from 'vitest';
import { MCP, STEPS, SUBAGENTS, THINKING, USUAL } from '../../shared/index.ts';
import { ACP_EVENTS, STREAM_JSON_EVENTS } from './events.ts';

describe('the events that Gemini CLI can produce', () => {
  const EITHER = [
    ...[...USUAL, ...STEPS, ...MCP, ...SUBAGENTS],
    ...['file_read', 'file_write', 'file_create', 'file_patch', 'skill_invoked'],
    ...['cost', 'token_usage', 'rate_limited', 'turn_limit', 'log', 'stream_fallback'],
  ];

  it('are over ACP also thoughts and questions', () => {
    const questions = ['approval_request', 'approval_granted', 'approval_denied'];
    expect([...ACP_EVENTS].sort()).toEqual([...EITHER, ...THINKING, ...questions].sort());
  });

  it('are in stream-json also deletions and further attempts', () => {
    expect([...STREAM_JSON_EVENTS].sort()).toEqual([...EITHER, 'file_delete', 'retry'].sort());
  });
});
