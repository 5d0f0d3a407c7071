/** Reads the sessions that omp keeps. */
import type { SessionReader } from '@agent-mux/core';
import { piFamilySessions } from '../pi-family/index.ts';

export const ompSessions: SessionReader = piFamilySessions('.omp');
