import { fileURLToPath } from 'node:url';
import { describeAdapter } from '@agent-mux/testkit/conformance';
import { claude } from './index.ts';

await describeAdapter(claude, { fixtures: fileURLToPath(new URL('../../../fixtures', import.meta.url)) });
