/** Options that a program takes by less than their names, and that run or write something which no rule has named. */

type Row = readonly [line: string, why: string];

export const ABBREVIATED: readonly Row[] = [
  ['git grep --open=./x a', 'a pager of Git for what it finds'],
  ['git fetch --upload-p=./x .', 'a program at the other end'],
  ['git log --outp=/etc/hosts', 'a file that Git writes'],
  ['git diff --ext-d', 'a program that Git runs'],
  ['sort --comp=./x big', 'a program that packs'],
  ['sort --out=/etc/hosts src/a.ts', 'a file that is written'],
  ['sort --o /etc/hosts src/a.ts', 'the same by a single letter'],
  ['tar --to-com=./x -xf x', 'a program for each file'],
  ['tar --checkpoint=1 --checkpoint-act=exec=./x -xf x', 'a program at times'],
  ['tar --use-compress=./x -xf x', 'a program that unpacks'],
  ["make --ev='$(shell ./x)'", 'a text of Make'],
  ['make --fil=x', 'a file of Make'],
  ['split --filt=./x src/a.ts', 'a program for each part'],
  ['npm test --script-sh=./x', 'the shell of npm'],
  ['npm test -script-shell=./x', 'the same behind one dash'],
  ['npm test -script-sh=./x', 'less of it behind one dash'],
  ['npm test --pref /tmp/evil', 'the scripts of another folder'],
  ['rsync --rs=./x a b:', 'a shell to elsewhere'],
  ['man --pag=./x ls', 'a pager'],
  ['wget --exe=use_proxy=on x', 'a setting of Wget'],
  ['pytest --overr=python_files=x', 'a setting of Pytest'],
  ['node --experimental_loader=./x src/a.ts', 'another way to write the dashes of Node'],
  ['psql --fi=x.sql', 'a file of commands for the client'],
  ["awk -d/tmp/x '{print}' src/a.ts", 'a file for the variables of awk'],
  ["awk -o/tmp/x '{print}' src/a.ts", 'a file for its program'],
  ["awk -p/tmp/x '{print}' src/a.ts", 'a file for its profile'],
  ["awk -D/tmp/x '{print}' src/a.ts", 'a file of commands for its debugger'],
];
