import { describe, expect, it } from 'vitest';
import { scriptIn } from './shell-wrapper.ts';

describe('the script that a shell was given', () => {
  it.each([
    ["/bin/bash -lc 'echo made > made.txt && cat made.txt'", 'echo made > made.txt && cat made.txt'],
    ['bash -c ls', 'ls'],
    [`/usr/bin/zsh -lc "echo \\"a\\" \\$HOME \\\\ \\n"`, 'echo "a" $HOME \\ \\n'],
    [`/bin/sh -c 'it'"'"'s'`, "it's"],
    [`/bin/bash -lc "it's"`, "it's"],
    ['/bin/bash -lc two\\ words', 'two words'],
    ["/bin/bash -lc 'first\nsecond'", 'first\nsecond'],
    ["/bin/bash -lc ''", ''],
  ])('is found: %s', (command, script) => {
    expect(scriptIn(command)).toBe(script);
  });

  it.each([
    ['ls -la'],
    ["/bin/bash -lc 'ls' more"],
    ["/bin/bash -lc 'ls'; rm -rf ~"],
    ["/bin/bash -lc 'ls' && rm a"],
    ['/bin/bash -lc "$(rm a)"'],
    ['/bin/bash -lc "`rm a`"'],
    ['/bin/bash -lc $SCRIPT'],
    ["/bin/bash -lc 'ls"],
    ["/bin/bash  -lc 'ls'"],
    ["/tmp/evil/bash -lc 'ls'"],
    ["/bin/bash -ilc 'ls'"],
    ["env /bin/bash -lc 'ls'"],
    ["/bin/bash -lc 'ls'\nrm a"],
    ['/bin/bash -lc *'],
    [''],
  ])('is not guessed: %j', (command) => {
    expect(scriptIn(command)).toBeUndefined();
  });
});
