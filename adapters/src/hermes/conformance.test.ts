import { fileURLToPath } from 'node:url';
import { describeAdapter } from '@agent-mux/testkit/conformance';
import { hermes } from './index.ts';

await describeAdapter(hermes, { fixtures: fileURLToPath(new URL('../../../fixtures', import.meta.url)) });
