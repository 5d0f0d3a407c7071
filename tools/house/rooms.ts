/** The layers: which packages may import which, and which rooms within a package. A room is a folder below a package's sources. */

export interface Layers {
  /** Our packages that it may import. */
  readonly packages: readonly string[];
  /** Rooms of the package that each of its rooms may import. Files beside the folders are the room `.`, which all may import. */
  readonly rooms: Readonly<Record<string, readonly string[]>>;
}

const EACH_AGENT = ['shared'];

export const LAYERS: Readonly<Record<string, Layers>> = {
  events: { packages: [], rooms: { '.': [], check: [], journal: ['check'] } },
  core: {
    packages: ['events'],
    // The rooms are ordered from the lowest to the highest: a room imports none that follows it here.
    rooms: {
      '.': [],
      process: [],
      schema: [],
      adapter: ['process', 'schema'],
      assembler: ['adapter'],
      interaction: ['adapter', 'assembler'],
      registry: ['adapter', 'process'],
      results: ['adapter', 'assembler', 'schema'],
      readers: ['assembler', 'interaction', 'process', 'results'],
      run: ['adapter', 'assembler', 'interaction', 'process', 'readers', 'registry', 'results', 'schema'],
      sessions: ['adapter', 'process', 'run'],
      tree: ['readers', 'results', 'run'],
      redaction: [],
      recording: ['adapter', 'process', 'redaction', 'run'],
      replay: ['adapter', 'interaction', 'process', 'recording', 'results', 'run'],
      stored: ['adapter', 'readers', 'redaction', 'results'],
      cassette: ['process', 'recording', 'redaction', 'replay', 'run'],
      client: [
        'adapter',
        'assembler',
        'process',
        'readers',
        'recording',
        'registry',
        'results',
        'run',
        'schema',
        'sessions',
        'stored',
        'tree',
      ],
    },
  },
  policy: {
    packages: ['events'],
    rooms: {
      '.': ['grammar', 'paths', 'rules'],
      match: [],
      shell: [],
      paths: ['match'],
      grammar: ['shell'],
      rules: ['match', 'paths', 'shell'],
    },
  },
  store: { packages: ['core', 'events'], rooms: { '.': ['file', 'writer'], file: [], writer: ['file'] } },
  protocols: {
    packages: ['events'],
    rooms: {
      '.': ['model'],
      model: [],
      laws: ['model'],
      cagent: ['model'],
      'ag-ui': ['model'],
      // This room has the events of Looopy, and the A2A events that they become.
      tasks: ['model'],
      looopy: ['model', 'tasks'],
      a2a: ['looopy', 'model', 'tasks'],
      afk: ['model'],
      agentic: ['model'],
      'ui-messages': ['model'],
    },
  },
  otel: { packages: ['events', 'protocols'], rooms: { '.': [] } },
  adapters: {
    packages: ['core', 'events'],
    rooms: {
      '.': ['claude', 'codex', 'copilot', 'cursor', 'gemini', 'hermes', 'omp', 'openclaw', 'opencode', 'pi'],
      shared: [],
      acp: EACH_AGENT,
      'pi-family': EACH_AGENT,
      claude: EACH_AGENT,
      codex: EACH_AGENT,
      copilot: [...EACH_AGENT, 'acp'],
      cursor: [...EACH_AGENT, 'acp'],
      gemini: [...EACH_AGENT, 'acp'],
      hermes: [...EACH_AGENT, 'acp'],
      openclaw: [...EACH_AGENT, 'acp'],
      opencode: [...EACH_AGENT, 'acp'],
      omp: [...EACH_AGENT, 'pi-family'],
      pi: [...EACH_AGENT, 'pi-family'],
    },
  },
  testkit: {
    packages: ['core', 'events'],
    rooms: {
      '.': [
        'fake-agent',
        'fixtures',
        'model-server',
        'play-scenario',
        'player',
        'sandbox',
        'scenario',
        'scenarios',
        'test-agents',
      ],
      scenario: [],
      scenarios: ['scenario'],
      'fake-agent': [],
      fixtures: [],
      player: [],
      'model-server': ['scenario'],
      sandbox: ['scenario'],
      'play-scenario': ['model-server', 'sandbox', 'scenario'],
      'test-agents': ['model-server', 'play-scenario', 'player', 'sandbox', 'scenario'],
      conformance: ['fixtures'],
    },
  },
  'agent-mux': {
    packages: ['adapters', 'core', 'events', 'policy', 'protocols', 'store', 'testkit'],
    rooms: { '.': [], cli: [] },
  },
};
