import { fileURLToPath } from 'node:url';
import { describeAdapter } from '@agent-mux/testkit/conformance';
import { gemini } from './index.ts';

await describeAdapter(gemini, { fixtures: fileURLToPath(new URL('../../../fixtures', import.meta.url)) });
