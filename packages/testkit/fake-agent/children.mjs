/** Children that try to escape from whoever has to find them again. */
import { spawn } from 'node:child_process';

const LIFE_SECONDS = 600;

/** Starts the children that a `fork` step describes; resolves with their pids when they are in the state that it asks for. */
export async function startChildren(step) {
  const output = step.holdsOutput ? 'inherit' : 'ignore';
  const starts = Array.from({ length: step.count ?? 1 }, () =>
    startAnnounced(childCommand(step), output, 1, step.doubleFork === true),
  );
  return (await Promise.all(starts)).flat();
}

/** Starts `width` chains of `depth` processes, each the parent of the next. */
export async function startTree({ width, depth }) {
  const chain = `printf '%s\\n' $$ >&3; if [ "$1" -gt 1 ]; then sh -c "$0" "$0" $(($1 - 1)) & fi; exec 3>&-; exec sleep ${LIFE_SECONDS}`;
  await Promise.all(
    Array.from({ length: width }, () => startAnnounced(['sh', '-c', chain, chain, String(depth)], 'ignore', depth)),
  );
}

/** Starts a process that lives on with ended children for which it never waits. */
export async function startZombies(count) {
  const script = `printf '%s\\n' $$ >&3; exec 3>&-; for n in $(seq ${count}); do (exit 0) & done; exec sleep ${LIFE_SECONDS}`;
  await startAnnounced(['sh', '-c', script], 'ignore', 1);
}

function childCommand(step) {
  let command = ['sh', '-c', childScript(step)];
  // A program that changes its title writes over its environment.
  if (step.retitles) {
    command = ['perl', '-e', '$0 = "renamed"; open(F, ">&=3"); syswrite(F, "$$\\n"); close(F); sleep 600'];
  }
  if (step.emptyEnv) {
    command = ['env', '-i', `PATH=${process.env.PATH}`, ...command];
  }
  if (step.group) {
    command = ['perl', '-e', 'setpgrp(0, 0); exec @ARGV', ...command];
  }
  if (step.session) {
    command = ['setsid', ...command];
  }
  if (step.doubleFork) {
    command = ['sh', '-c', '"$@" & exit 0', '-', ...command];
  }
  return command;
}

function childScript({ ignoresTerm, closesFds, chatty, lastWords, lifeMs }) {
  const seconds = lifeMs === undefined ? LIFE_SECONDS : lifeMs / 1000;
  const lines = [
    ignoresTerm ? `trap '' TERM INT HUP` : '',
    `printf '%s\\n' $$ >&3`,
    closesFds ? 'exec <&- >&- 2>&- 3>&-' : 'exec 3>&-',
    chatty ? 'while :; do echo chatter; sleep 0.02; done' : '',
    lastWords === undefined
      ? `exec sleep ${seconds}`
      : `sleep ${seconds}; printf '%s\\n' '${lastWords.replaceAll("'", '')}'`,
  ];
  return lines.filter((line) => line !== '').join('\n');
}

/** Starts children that print their pids on a pipe of their own, so that their output can be anything. */
function startAnnounced([file, ...args], output, count, parentEnds = false) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { stdio: ['ignore', output, output, 'pipe'] });
    const pids = [];
    let text = '';
    child.on('error', reject);
    // The child speaks before its parent has ended, and whoever counts processes meanwhile counts the parent too.
    const isOrphan = parentEnds ? new Promise((ended) => child.once('exit', ended)) : undefined;
    if (!parentEnds) {
      child.unref();
    }
    const pipe = child.stdio[3];
    pipe.setEncoding('utf8');
    pipe.on('data', (chunk) => {
      text += chunk;
      const lines = text.split('\n');
      text = lines.pop();
      pids.push(...lines.map(Number));
      if (pids.length < count) {
        return;
      }
      pipe.destroy();
      if (isOrphan === undefined) {
        resolve(pids);
      } else {
        void isOrphan.then(() => resolve(pids));
      }
    });
  });
}
