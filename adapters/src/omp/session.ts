/** Reads the sessions that omp keeps. */
import type { SessionReader } from '@agent-mux/core';
import { piFamilySessions } from '../pi-family/session.ts';

export const ompSessions: SessionReader = piFamilySessions('.omp');
