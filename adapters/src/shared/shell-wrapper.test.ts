import { describe, expect, it } from 'vitest';
import { scriptIn } from './shell-wrapper.ts';

describe('the script that a shell was given', () => {
  it.each<[command: string, script: string]>([
    ["/bin/bash -lc 'echo made > made.txt && cat made.txt'", 'echo made > made.txt && cat made.txt'],
    ['bash -c ls', 'ls'],
    [`/usr/bin/zsh -lc "echo \\"a\\" \\$HOME \\\\ \\n"`, 'echo "a" $HOME \\ \\n'],
    [`/bin/sh -c 'it'"'"'s'`, "it's"],
    [`/bin/bash -lc "it's"`, "it's"],
    ['/bin/bash -lc two\\ words', 'two words'],
    ["/bin/bash -lc 'first\nsecond'", 'first\nsecond'],
    ["/bin/bash -lc ''", ''],
    ...[
      ...['/usr/bin/dash', '/usr/local/bin/bash', '/opt/homebrew/bin/bash', '/home/linuxbrew/.linuxbrew/bin/zsh'],
      ...['/opt/local/bin/ksh', '/run/current-system/sw/bin/zsh'],
      '/nix/store/0c0srl4xkynq4qzqp1y1jq4j9n8y5m0a-bash-interactive-5.2p37/bin/bash',
    ].map((shell): [string, string] => [`${shell} -lc 'ls'`, 'ls']),
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
    ["/work/bin/bash -lc 'ls'"],
    ["bin/bash -lc 'ls'"],
    ["./bash -lc 'ls'"],
    ["/opt/homebrew/bin/../../../tmp/bash -lc 'ls'"],
    ["/home/linuxbrew/xlinuxbrew/bin/bash -lc 'ls'"],
    ["/nix/store/../bin/bash -lc 'ls'"],
    ["/usr/bin/fish -lc 'ls'"],
    ["/usr/bin/pwsh -c 'ls'"],
    ["/bin/bash -ilc 'ls'"],
    ["env /bin/bash -lc 'ls'"],
    ["/bin/bash -lc 'ls'\nrm a"],
    ['/bin/bash -lc *'],
    [''],
  ])('is not guessed: %j', (command) => {
    expect(scriptIn(command)).toBeUndefined();
  });
});
