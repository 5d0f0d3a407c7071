/** The packages that are published, in the order in which they need each other. */
export const PACKAGES = [
  'packages/events',
  'packages/policy',
  'packages/core',
  'packages/store',
  'packages/protocols',
  'packages/otel',
  'adapters',
  'packages/testkit',
  'packages/agent-mux',
];

/** The packages that `npm install agent-mux` installs. */
export const INSTALLED_WITH_AGENT_MUX = PACKAGES.filter((folder) => !/\/(?:otel|testkit)$/.test(folder));
