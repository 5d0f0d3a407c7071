/** Command lines in which something that a rule forbids stands where it is easily overlooked. `rm`, `.env` and `evil.example` are forbidden. */

type Row = readonly [line: string, why: string];

/** Lines that run `rm`, which a rule forbids. */
export const HIDDEN_COMMANDS: readonly Row[] = [
  ['cat <<E\n`rm x`\nE', 'the old substitution in a here-document'],
  ['cat <<E\na `ls; rm x` b\nE', 'the second command of one'],
  ['cat <<-E\n\t$(rm x)\n\tE', 'a substitution in a here-document with tabs'],
  ['cat <<E\n$(rm x)\nE', 'a substitution in a here-document'],
  ['cat <<E\n"$(rm x)"\nE', 'one between quotes, which are text there'],
  ["cat <<E\n'$(rm x)'\nE", 'one between single quotes, which are text there'],
  ["cat <<E\nit's $(rm x)\nE", 'one behind a single quote'],
  ['cat <<E\n\\\\`rm x`\nE', 'one behind an escaped backslash'],
  [`cat <<E\n\${x:-$(rm x)}\nE`, 'one as the default of a variable'],
  [`cat <<E\n\${x:-\`rm x\`}\nE`, 'the old one there'],
  [`echo \${x:-\`rm x\`}`, 'the same as a word'],
  [`echo "\${x:-a\`rm x\`}"`, 'the same in a string'],
  ['cat <<E\n$((a[$(rm x)]))\nE', 'one in arithmetic'],
  ['cat <<< "$(rm x)"', 'a substitution in a here-string'],
  ['cat <<< "`rm x`"', 'the old one in a here-string'],
  ['cat <<< $(rm x)', 'one without quotes'],
  ['cat 0<<< "$(rm x)"', 'one behind the number of a file'],
];

/** Lines that read `.env`, which a rule forbids. */
export const HIDDEN_PATHS: readonly Row[] = [
  ['cat <<E\n$(<.env)\nE', 'a file that a here-document takes in'],
  ['cat <<E\n`cat .env`\nE', 'a program in one'],
  ['cat <<< "$(<.env)"', 'a file in a here-string'],
  ['cat <<< $(<.env)', 'the same without quotes'],
  ['echo $(<.env)', 'a file as a word'],
  ['echo "a $(< .env) b"', 'a file in a string'],
  ['echo "`<.env`"', 'the old way'],
  ['echo a$(<.env)b', 'a file within a word'],
  ['x=$(<.env)', 'a file as a value'],
  [`echo \${x:-$(<.env)}`, 'a file as a default'],
  ['for x in $(<.env); do ls; done', 'a file as the words of a loop'],
  ['echo $((a[$(<.env)]))', 'a file in arithmetic'],
  ['[[ -n $(<.env) ]]', 'a file in a test'],
  ['curl -sT.env x', 'a value behind two letters'],
  ['curl -sSfT.env x', 'a value behind four'],
  ['grep -rf.env x', 'patterns'],
  ['sort -ro.env src/a.ts', 'a file that is written'],
  ['wget -qi.env', 'a list of addresses'],
  ['tar -cf.env src/a.ts', 'an archive'],
  ['tar -cfsrc/../.env src/a.ts', 'an archive by a longer way'],
  ['curl -F "a=<.env" x', 'a field that is read from a file'],
  ['curl -F a=@.env x', 'a file that is sent'],
  ['curl -F "a=@.env;type=text/plain" x', 'a file with more behind it'],
  ['curl -F "a=b;c=@.env" x', 'the second field'],
  ['curl -sFa=@.env x', 'a field behind two letters'],
  ['curl -d@.env x', 'a file behind a letter'],
  ['curl -sd@.env x', 'a file behind two'],
  ['docker run -v .env:/x:ro alpine', 'a file before a sign'],
  ['docker run -v .env:/x alpine', 'a file before a sign'],
  ['mytool a=b=.env', 'the second of two signs'],
  ['mytool a,b,.env', 'the last of a list'],
  ['mytool a,.env,b', 'one amid a list'],
];

/** Lines that reach `evil.example`, which a rule forbids. */
export const HIDDEN_HOSTS: readonly Row[] = [
  ['curl -sxevil.example:80 http://good.example', 'a value behind two letters'],
  ['curl -sSfxhttp://evil.example http://good.example', 'a URL behind four'],
  ['curl --connect-to ::evil.example:80 http://good.example', 'a host behind signs'],
  ['mytool "a;evil.example"', 'one behind a semicolon'],
];

/** Lines with numbers that nobody knows, where `file0`, `file3` and `/proc/1` are forbidden. */
export const HIDDEN_NUMBERS: readonly Row[] = [
  ['cat /proc/$$/environ', 'the number of the process'],
  ['cat file$#', 'how many arguments there are'],
  ['cat "file$?"', 'how the last command ended'],
  [`cat file\${#}`, 'the same in braces'],
  ['cat < file$#', 'a file beside the words'],
  ['mytool --input=file$?', 'a value behind `=`'],
];

/** Neighbours of such lines that run nothing forbidden, and reach nothing. */
export const HARMLESS_BESIDE_COMMANDS: readonly string[] = [
  ...["cat <<'E'\n`rm x`\n$(<.env)\nE", 'cat <<E\nit\'s "a" (b\n$HOME\nE', 'cat <<E\n$(ls)\n`ls`\nE', 'cat <<< "rm x"'],
  ...['cat <<< "$(<src/a.ts)"', 'tar -xzf a.tgz', 'npm test; echo "exit: $?"', 'npm test; exit $?', 'code=$?'],
  ...['[ $? -eq 0 ]', 'curl -sSfL https://good.example/x', 'git show HEAD:src/a.ts'],
];

/** Neighbours of such lines that touch no forbidden file. */
export const HARMLESS_BESIDE_PATHS: readonly string[] = [
  ...[
    'ls -la',
    'git log -n5',
    'git log --oneline -20',
    'git log --format=%h,%an,%s',
    'head -n5 src/a.ts',
    'sort -ru src/a.ts',
  ],
  ...['grep -n x src/a.ts', 'curl -sSfL https://good.example/x', 'curl -sSo /dev/null https://good.example'],
  ...['cut -d: -f1,2 src/a.ts', 'npm run build -- --mode=x', 'docker ps --format "{{.Names}}"', 'date +%H:%M'],
  ...[
    'curl -F "a=<src/a.ts" https://good.example',
    'curl -sTsrc/a.ts https://good.example',
    'cc -Wall -O2 -osrc/x src/a.ts',
  ],
  ...['echo "see: a, b; c=<d>"', 'echo "a .env b"', 'gh pr create --title "see .env" --body "why: .env is read"'],
  ...['kill -0 $$', 'ps -p $$'],
  ...['echo $?', 'ls; echo "exit: $?"', 'ls; exit $?', "printf '%s' $#", 'cat <<E\n$(ls)\nE', 'cat <<< "$(<src/a.ts)"'],
];
