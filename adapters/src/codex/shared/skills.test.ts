/** The skills that Codex 0.169.0 lists, and the signs that one is used. */
import { expect, it } from 'vitest';
import { Skills } from './skills.ts';

it('knows the skills that have a name and a file, are switched on and come first under their name', () => {
  const skills = new Skills();
  const listed = [
    { path: '/a/SKILL.md', enabled: true },
    { name: 'pathless', enabled: true },
    { name: 'off', path: '/off/SKILL.md', enabled: false },
    { name: 'greet', path: '/greet/SKILL.md', enabled: true },
    { name: 'greet', path: '/other/SKILL.md', enabled: true },
    'odd',
  ];
  expect(skills.listed({ data: [{ cwd: '/work', skills: listed }, { cwd: '/other' }] })).toEqual([
    { type: 'skill_loaded', skillName: 'greet', source: '/greet/SKILL.md' },
  ]);
  expect(['/greet/SKILL.md', '/other/SKILL.md', '/off/SKILL.md'].map((path) => skills.read(path))).toEqual([
    [{ type: 'skill_invoked', skillName: 'greet' }],
    [],
    [],
  ]);
  expect(skills.mentioned('Use $pathless, $off,$greet and $greet')).toEqual([
    { type: 'skill_invoked', skillName: 'greet' },
  ]);
});
