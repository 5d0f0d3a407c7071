/**
 * The watchdog as a Node script, for systems without /proc, or with a grep that cannot read it. It is slower to start
 * and larger, so it is the second choice.
 */

/**
 * The script reads the same lines and does the same work at the end of input as the shell script. It is plain CommonJS,
 * run by `node -e`.
 */
export const nodeWatchdogScript: string = String.raw`
'use strict';
const { readFileSync, readdirSync, rmSync } = require('node:fs');
const { spawnSync } = require('node:child_process');
for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM', 'SIGQUIT']) process.on(signal, () => {});

const listed = new Map();
const folders = new Set();
let pending = '';
process.stdin.setEncoding('utf8');
process.stdin.on('data', (text) => {
  const lines = (pending + text).split('\n');
  pending = lines.pop();
  for (const line of lines) {
    const [sign, mark, limit, group, start] = line.split(' ');
    if (sign === '/') folders.add(line.slice(2));
    else if (sign === 'x') folders.delete(line.slice(2));
    else if (sign === '+') listed.set(mark, { mark, limit, group: Number(group), start: Number(start) });
    else listed.delete(mark);
  }
});
process.stdin.on('end', async () => {
  if (listed.size > 0) await killAll([...listed.values()]);
  for (const folder of folders) remove(folder);
});
process.stdin.on('error', () => {});

const read = (file) => {
  try { return readFileSync(file, 'latin1'); } catch { return ''; }
};
function remove(folder) {
  // What cannot be removed is left, and the next folder is not.
  try { rmSync(folder, { recursive: true, force: true, maxRetries: 3 }); } catch {}
}
const scan = () => (process.platform === 'linux' ? scanProc() : scanPs());
function scanProc() {
  return readdirSync('/proc').filter((name) => /^\d/.test(name)).flatMap((name) => {
    const stat = read('/proc/' + name + '/stat');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (stat === '' || 'ZXx'.includes(fields[0])) return [];
    return [{
      pid: Number(name), parent: Number(fields[1]), group: Number(fields[2]), start: Number(fields[19]),
      has: (run) => ('\0' + read('/proc/' + name + '/environ')).includes('\0' + run.mark + '\0')
        || (run.limit !== '0' && read('/proc/' + name + '/limits').includes(' ' + run.limit + ' ')),
    }];
  });
}
function scanPs() {
  const row = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(\w+\s+\w+\s+\w+\s+[\d:]+\s+\d+)\s?(.*)$/;
  const args = ['-A', '-E', '-ww', '-o', 'pid=,ppid=,pgid=,stat=,lstart=,command='];
  const options = { encoding: 'utf8', maxBuffer: 2 ** 28, env: { ...process.env, LC_ALL: 'C' } };
  return (spawnSync('ps', args, options).stdout || '').split('\n').flatMap((line) => {
    const match = row.exec(line);
    if (match === null || match[4].startsWith('Z')) return [];
    const entry = { pid: Number(match[1]), parent: Number(match[2]), group: Number(match[3]), start: Date.parse(match[5]) };
    return [{ ...entry, has: (run) => (match[6] + ' ').includes(' ' + run.mark + ' ') }];
  });
}
function send(pid, signal) {
  // It may have ended since it was seen.
  try { process.kill(pid, signal); } catch {}
}
// What is older than the oldest run cannot be of a run, whatever it looks like.
const isCandidate = (since) => (entry) => entry.pid > 1 && entry.pid !== process.pid && entry.start >= since;
function findMembers(candidates, runs) {
  const groups = new Set(runs.map((run) => run.group).filter((group) => group > 1));
  const isMember = (entry) => groups.has(entry.group) || runs.some(entry.has);
  const members = new Set(candidates.filter(isMember).map((entry) => entry.pid));
  for (let before = -1; members.size > before; ) {
    before = members.size;
    for (const entry of candidates) if (members.has(entry.parent)) members.add(entry.pid);
  }
  return members;
}
async function killAll(runs) {
  const stopped = new Set();
  const own = scan().find((entry) => entry.pid === process.pid);
  if (own === undefined) return;
  const since = Math.min(...runs.map((run) => run.start || own.start));
  for (let empty = 0, round = 0; empty < 2 && round < 300; round += 1) {
    const table = scan();
    for (const run of runs) {
      const holder = table.find((entry) => entry.pid === run.group);
      if (holder !== undefined && holder.start !== run.start) run.group = 0;
      if (run.group > 1) send(-run.group, 'SIGKILL');
    }
    const members = findMembers(table.filter(isCandidate(since)), runs);
    empty = members.size === 0 ? empty + 1 : 0;
    const fresh = [...members].filter((pid) => !stopped.has(pid));
    for (const pid of fresh) { stopped.add(pid); send(pid, 'SIGSTOP'); }
    if (fresh.length > 0) continue;
    for (const pid of members) send(pid, 'SIGKILL');
    stopped.clear();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
`;
