/** Reads the sessions that pi keeps. */
import type { SessionReader } from '@agent-mux/core';
import { piFamilySessions } from '../pi-family/index.ts';

export const piSessions: SessionReader = piFamilySessions('.pi');
