import { fileURLToPath } from 'node:url';
import { describeAdapter } from '@agent-mux/testkit/conformance';
import { echo } from './index.js';

await describeAdapter(echo, { fixtures: fileURLToPath(new URL('./fixtures', import.meta.url)) });
