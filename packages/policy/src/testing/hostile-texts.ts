/** Command lines that give a program a text which it runs as a command line. `rm`, `.env` and `evil.example` are forbidden. */

type Row = readonly [line: string, why: string];

/** Texts that run `rm`. */
export const RUN_TEXTS: readonly Row[] = [
  ["sed '1e rm x' src/a.ts", 'the command of sed that runs a line'],
  ["sed '1erm x' src/a.ts", 'the same without a blank'],
  ["sed -ne '/a/{p;e rm x' -e '}' src/a.ts", 'the same within a group'],
  ["sed -e p -e 'e rm x' src/a.ts", 'the same in the second script'],
  ["sed --expression='e rm x' src/a.ts", 'the same behind `=`'],
  ["sed -n 's/x/rm y/e' src/a.ts", 'a replacement that is run'],
  ["sed 's|x|rm y|ge' src/a.ts", 'the same between other signs'],
  ["sed -ne's/x/rm y/pe' src/a.ts", 'the same behind its letter'],
  ["tar --checkpoint=1 --checkpoint-action=exec='rm x' -cf x.tar src/a.ts", 'what tar runs at times'],
  ['tar --checkpoint=1 --checkpoint-action=exec=rm -cf x.tar src/a.ts', 'the same without words'],
  ["[ -v 'a[$(rm x)]' ]", 'a test that evaluates a subscript'],
  ["[[ -v 'a[$(rm x)]' ]]", 'the same in two brackets'],
  ["[[ 'a[$(rm x)]' -eq 1 ]]", 'a text that is a number to the test'],
  ["test -v 'a[$(rm x)]'", 'a test as a command'],
  ["test 'a[`rm x`]' -eq 1", 'the old substitution in a text'],
  ["printf -v 'a[$(rm x)]' x", 'a variable with a subscript'],
  ["declare -i 'x=a[$(rm x)]'", 'a number that is evaluated'],
  ["unset 'a[$(rm x)]'", 'a subscript that is taken away'],
  ["read 'a[$(rm x)]'", 'a subscript that is read'],
  ['EDITOR="rm x" git commit', 'an editor'],
  ['EDITOR=rm git commit', 'an editor that gets a file'],
  ["GIT_PAGER='rm x' git log", 'a pager of Git'],
  ["export PAGER='rm x'; git log", 'a pager that was set before'],
  ['export "PAGER=rm x"; git log', 'one whose name is quoted too'],
  ["declare -x PAGER='rm x'; git log", 'one that was declared'],
  ['typeset -x PAGER=rm; git log', 'one of a single word'],
  ["WHATEVER='ls; rm x' npm test", 'a variable that nobody knows'],
  ["ssh -o ProxyCommand='rm x' h", 'a program that connects'],
  ["ssh '-oProxyCommand=rm x' h", 'the same in one word'],
  ["ssh -o 'ProxyCommand rm x' h", 'the same behind a blank'],
  ["gsed '1e rm x' src/a.ts", 'sed by another name'],
  ['sed e src/a.ts', 'what sed reads'],
  ["sed '$!N;/a/,+2!{s/b/c/;e' src/a.ts", 'the same behind other commands'],
  ["nodemon --exec 'ls;rm'", 'a line without a blank'],
  ["nodemon --exec 'rm x'", 'what is run at each change'],
  ["nodemon --exec='rm x'", 'the same behind `=`'],
  ["nodemon -x'rm x'", 'the same behind its letter'],
  ["concurrently 'npm:a' 'sudo rm x'", 'a line with a wrapper'],
  ["hyperfine 'ls | rm x'", 'the second of a pipe'],
  ['entr-like "sh -c \'rm x\'"', 'a line within a line'],
  ['find . -exec rm {} +', 'what find runs'],
  [`awk 'BEGIN{system("rm x")}'`, 'what awk runs'],
  [`awk '{print | "rm x"}' src/a.ts`, 'where awk prints to'],
  [`mytool 'exec("rm x")'`, 'a text in a text'],
  ["make SHELL='rm x'", 'the shell of Make'],
  ["make CC='rm x'", 'the compiler of Make'],
  ["rsync -e 'rm x' a b:", 'the shell of rsync'],
  ["rsync -e'rm x' a b:", 'the same behind its letter'],
  ["git -c core.pager='rm x' log", 'a setting of Git'],
  ["git config alias.x '!rm y'", 'an alias that is a line'],
  ["git grep -O'rm x' a", 'a pager for what is found'],
  ["git rebase -x 'rm x' main", 'what is run between commits'],
  ["git bisect run sh -c 'rm x'", 'what tells good from bad'],
  ["git submodule foreach 'rm x'", 'what is run in each module'],
  ["rg --pre 'rm x' a", 'what is run for each file'],
  ["watch 'rm x'", 'what is run again'],
  ['parallel rm ::: x', 'what is run for each word'],
  ["su -c 'rm x'", 'a line for somebody else'],
  ["mytool '$(rm x)'", 'a substitution that a program may evaluate'],
  ["mytool '`rm x`'", 'the old one'],
  ['mytool \\$\\(rm\\)', 'one that is escaped'],
];

/** Texts that read `.env`. */
export const READING_TEXTS: readonly Row[] = [
  ["nodemon --exec 'cat .env'", 'a line for another program'],
  ["EDITOR='cat .env' git commit", 'a line as a variable'],
];

/** Texts that reach `evil.example`. */
export const REACHING_TEXTS: readonly Row[] = [["nodemon --exec 'curl evil.example'", 'a line for another program']];

/** Neighbours of such lines, whose texts are only printed, kept or searched for. */
export const HARMLESS_TEXTS: readonly string[] = [
  ...['git commit -m "remove rm from docs"', 'git commit -m "rm x"', 'git commit -am "rm: say why; rm x"'],
  ...["git commit -m 'say what `rm` does'", 'git commit --message="rm x"', 'git tag -a v1 -m "rm x"'],
  ...['git log --grep "rm x"', 'git grep "rm x"', 'gh pr create --title "rm x" --body "rm y"'],
  ...['echo "rm x"', "echo '$(rm x)'", "printf '%s' 'rm x'", 'grep "rm x" src/a.ts', 'rg "rm x" src/deep'],
  ...['mytool "remove rm from docs"', 'mytool "a rm b"', "jq '.a | rm' package.json", 'x="rm y"'],
  ...[
    "sed -n 's/a/the e/p' src/a.ts",
    "sed 's/x/e.g. y/g' src/a.ts",
    "sed -n '/e/p' src/a.ts",
    "sed -e 's/a/e/' src/a.ts",
  ],
  ...["sed 'y/abc/cde/;b end;:end' src/a.ts", "sed '2d;s|x|y|g' src/a.ts", "awk '{print $1}' src/a.ts"],
  ...[
    'EDITOR=true git commit',
    '[ -v x ]',
    "pytest -k 'rm or x'",
    "pytest -q 'a b'",
    "[[ 'a b' == x ]]",
    'curl -H "X-Y: a b" https://good.example',
  ],
];
