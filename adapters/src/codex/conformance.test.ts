import { fileURLToPath } from 'node:url';
import { describeAdapter } from '@agent-mux/testkit/conformance';
import { codex } from './index.ts';

await describeAdapter(codex, { fixtures: fileURLToPath(new URL('../../../fixtures', import.meta.url)) });
