/** Writes the page about each agent: how it is started, where its login and sessions lie, and what each option becomes. */
import type { Adapter, AuthFile, Mode, SessionPlace } from '@agent-mux/core';
import { renderReserved, renderTools } from './render-names.ts';
import { renderOptions } from './render-options.ts';

const HOME = '~';

export async function renderAgents(adapters: readonly Adapter[], generated: string): Promise<string> {
  const parts = await Promise.all(adapters.map(describeAgent));
  return [
    '# Agents',
    '',
    generated,
    '',
    'What is declared of each agent: how it is installed, where its login and its sessions are looked for, what of its own options agent-mux keeps to itself, what its tools do, and for each of its modes what an option becomes on the command line, in the environment and in files that are there for the run alone. What a mode does not take is refused before anything starts; what it takes and cannot honour in full is said at the start of a run. An option without a row is said to the agent later, or done by the runtime. `/run` stands for the folder of the run, `new-id` for a new id, `p1` for the place that a checkpoint stands for.',
    '',
    ...parts.flat(),
  ].join('\n');
}

async function describeAgent(adapter: Adapter): Promise<readonly string[]> {
  const { agent, displayName, hostMarkers, recordedEnv = [], spokenEnv = [] } = adapter;
  return [
    `## ${displayName} (\`${agent}\`)`,
    '',
    ...adapter.install.map(
      ({ platform, type, command, notes }) =>
        `- Install (${platform}, ${type}): \`${command}\`${notes === undefined ? '' : `. ${notes}`}`,
    ),
    `- Looked up on the PATH: \`${adapter.cliCommand}\`; tested with ${adapter.testedVersions.join(', ')}`,
    `- Nobody is logged in: ${adapter.authGuidance}`,
    ...loginOf(adapter),
    ...(await sessionsOf(adapter)),
    ...namesOf('Taken out of the environment, or it would think that it runs inside another agent', hostMarkers),
    ...namesOf('Variables of a run that its recording keeps', recordedEnv),
    ...namesOf('Variables of a run that are said on to it, and that a recording only names', spokenEnv),
    ...renderReserved(adapter),
    ...(await renderTools(adapter)),
    '',
    ...adapter.modes.flatMap((mode) => describeMode(adapter, mode)),
  ];
}

function describeMode(adapter: Adapter, mode: Mode): readonly string[] {
  const { name, transport, eagerRead, stdout } = mode;
  const facts = [
    `speaks ${transport}`,
    ...(eagerRead === true ? ['is never held back'] : []),
    ...(stdout === 'file' ? ['prints into a file'] : []),
  ];
  return [`### ${adapter.agent}, mode \`${name}\``, '', `It ${facts.join(', ')}.`, '', ...renderOptions(adapter, mode)];
}

function loginOf({ auth }: Adapter): readonly string[] {
  if (auth === undefined) {
    return ['- Login: not known'];
  }
  const { variables, files, settings = [], elsewhere = {} } = auth;
  return [
    ...namesOf('Login by variables', variables),
    ...namesOf('Login in files', files.map(describeFile)),
    ...namesOf('Settings that may name a key', settings.map(describeFile)),
    ...Object.entries(elsewhere).map(([platform, words]) => `- Login on ${platform}: ${words}`),
  ];
}

function describeFile({ path, folderVariable, folderPath, homeVariable, field }: AuthFile): string {
  const places = [
    `${HOME}/${path}`,
    ...(folderVariable === undefined ? [] : [`$${folderVariable}/${folderPath ?? path.split('/').at(-1)}`]),
    ...(homeVariable === undefined ? [] : [`$${homeVariable}/${path}`]),
  ];
  return `${places.join(' or ')}${field === undefined ? '' : ` with ${field}`}`;
}

async function sessionsOf({ sessions }: Adapter): Promise<readonly string[]> {
  if (sessions === undefined) {
    return ['- Sessions: its store cannot be read'];
  }
  // Each variable counts as the name of a folder.
  const env = new Proxy({}, { get: (_, name) => `$${String(name)}` });
  const asked = { home: HOME, read: async () => undefined };
  const inHome = await sessions.places({ ...asked, env: {} });
  const elsewhere = await sessions.places({ ...asked, env });
  const one = await sessions.places({ ...asked, env: {}, cwd: '/work', sessionId: 'ab-12.3' });
  return [
    ...namesOf('Sessions', inHome.map(describePlace)),
    ...namesOf('Sessions, with its variables set', elsewhere.map(describePlace)),
    ...namesOf('The session `ab-12.3` of the folder `/work`', one.map(describePlace)),
  ];
}

function describePlace({ root, path }: SessionPlace): string {
  return [root, ...path.map(String)].join(' › ');
}

function namesOf(what: string, names: readonly string[]): readonly string[] {
  return names.length === 0 ? [] : [`- ${what}: ${names.map((name) => `\`${name}\``).join(', ')}`];
}
