import { fileURLToPath } from 'node:url';
import { describeAdapter } from '@agent-mux/testkit/conformance';
import { openclaw } from './index.ts';

await describeAdapter(openclaw, { fixtures: fileURLToPath(new URL('../../../fixtures', import.meta.url)) });
