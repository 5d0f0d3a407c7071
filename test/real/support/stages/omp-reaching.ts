/** What omp needs where an agent asks for pages, and for tools of servers. */
import type { Difference } from '../stage.ts';

export const REACHING_DIFFERENCES: readonly Difference[] = [
  {
    in: ['approval-fetch'],
    why: 'its tool for files reads pages too, and it asks about nothing that it reads; what nobody answers is refused at once',
    change: () => ({
      model: {
        turns: [
          {
            steps: [
              { tools: [{ kind: 'fetch', url: 'http://127.0.0.1:9/guide?part=2' }] },
              { text: 'Nobody is there.' },
            ],
          },
        ],
      },
      host: [],
      proves: ['tool_result'],
    }),
  },
  {
    in: ['approval-mcp', 'mcp-tool', 'mcp-tool-error'],
    why: 'it asks the model before a server that takes long has told its tools, and takes them up with the next request',
    change: ({ model: { turns }, expectedRequests }) => ({
      files: { 'a.txt': 'one\n' },
      model: {
        turns: turns.map(({ steps }) => ({
          steps: [{ tools: [{ kind: 'read', path: 'a.txt' }], waitMs: 5_000 }, ...steps],
        })),
      },
      expectedRequests: Number(expectedRequests) + 1,
    }),
  },
];
