/** The committed fixtures as a whole; `AMUX_FIXTURES=accept` writes the golden events anew from the recordings. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { builtInAdapters } from '@agent-mux/adapters';
import { listFixtures, writeGolden } from '@agent-mux/core/cassette';
import { SCENARIOS } from '@agent-mux/testkit';
import {
  findClaimProblems,
  findHeaderProblems,
  findReplayProblems,
  findSecrets,
  type LoadedFixture,
  listEventTypes,
  loadFixtures,
  replayFixture,
} from '@agent-mux/testkit/conformance';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../fixtures', import.meta.url));
const MAX_BYTES = 60_000_000;
const { AMUX_FIXTURES, AMUX_TEST_SEED } = process.env;
const seed = Number(AMUX_TEST_SEED ?? Math.floor(Math.random() * 2 ** 31));
const isAccepting = AMUX_FIXTURES === 'accept';
