import { fileURLToPath } from 'node:url';
import { describeAdapter } from '@agent-mux/testkit/conformance';
import { omp } from './index.ts';

await describeAdapter(omp, { fixtures: fileURLToPath(new URL('../../../fixtures', import.meta.url)) });
