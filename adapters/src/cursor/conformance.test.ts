import { fileURLToPath } from 'node:url';
import { describeAdapter } from '@agent-mux/testkit/conformance';
import { cursor } from './index.ts';

await describeAdapter(cursor, { fixtures: fileURLToPath(new URL('../../../fixtures', import.meta.url)) });
