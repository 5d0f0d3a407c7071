import { fileURLToPath } from 'node:url';
import { describeAdapter } from '@agent-mux/testkit/conformance';
import { opencode } from './index.ts';

await describeAdapter(opencode, { fixtures: fileURLToPath(new URL('../../../fixtures', import.meta.url)) });
