import { fileURLToPath } from 'node:url';
import { describeAdapter } from '@agent-mux/testkit/conformance';
import { pi } from './index.ts';

await describeAdapter(pi, { fixtures: fileURLToPath(new URL('../../../fixtures', import.meta.url)) });
