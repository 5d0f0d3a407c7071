import { expect, it } from 'vitest';
import { TOOL_KINDS } from './tool-kinds.ts';

it('knows what each tool of opencode does, also of those that do nothing of a kind, so that one which it lacks shows', () => {
  const named: Record<string, string[]> = {};
  for (const [name, kind] of Object.entries(TOOL_KINDS)) {
    named[kind] = [...(named[kind] ?? []), name];
  }
  expect(named).toEqual({
    execute: ['bash'],
    read: ['read', 'list'],
    edit: ['write', 'edit', 'patch', 'apply_patch', 'multiedit', 'multi_edit'],
    search: ['glob', 'grep', 'codesearch', 'lsp_hover'],
    fetch: ['webfetch', 'websearch'],
    think: ['task', 'todowrite', 'todoread'],
    switch_mode: ['plan_enter', 'plan_exit'],
    other: ['skill', 'question', 'invalid'],
  });
});
