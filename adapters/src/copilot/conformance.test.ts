import { fileURLToPath } from 'node:url';
import { describeAdapter } from '@agent-mux/testkit/conformance';
import { copilot } from './index.ts';

await describeAdapter(copilot, { fixtures: fileURLToPath(new URL('../../../fixtures', import.meta.url)) });
