/**
 * Steps of the fake agent, which starts children that get away from the tree, from the environment, and from both, and
 * says `grown`.
 */
export const RUNAWAY_TREE = [
  { do: 'fork', ignoresTerm: true },
  { do: 'fork', session: true, doubleFork: true },
  { do: 'fork', emptyEnv: true, session: true, doubleFork: true, closesFds: true, ignoresTerm: true },
  { do: 'fork', session: true, retitles: true },
  { do: 'zombies', count: 2 },
  { do: 'tree', width: 3, depth: 3 },
  { do: 'line', text: 'grown' },
  { do: 'read-all' },
] as const;
