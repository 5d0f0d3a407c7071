import { expect, it } from 'vitest';
import { kindOf } from '../../shared/index.ts';
import { TOOL_KINDS } from './tool-kinds.ts';

// These are the built-in tools of 0.61.0.
it('knows what each built-in tool does', () => {
  expect(TOOL_KINDS).toEqual({
    run_shell_command: 'execute',
    read_file: 'read',
    read_many_files: 'read',
    get_internal_docs: 'read',
    write_file: 'edit',
    replace: 'edit',
    list_directory: 'search',
    glob: 'search',
    grep_search: 'search',
    search_file_content: 'search',
    web_fetch: 'fetch',
    google_web_search: 'fetch',
    invoke_agent: 'think',
    write_todos: 'think',
    enter_plan_mode: 'switch_mode',
    exit_plan_mode: 'switch_mode',
    activate_skill: 'other',
    save_memory: 'other',
    ask_user: 'other',
  });
  expect(kindOf(TOOL_KINDS, 'brand_new')).toBe('other');
});
