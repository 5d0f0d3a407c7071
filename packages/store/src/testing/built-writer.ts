/**
 * The writing thread from a program that was built before the first test, because starting it from its source costs a second and a half
 * each time.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { StoreOptions } from '../open-store.ts';

const hosts = process.env['AMUX_TEST_HOSTS'];

/** Options of a store. The tests on real CLIs build nothing. */
export const BUILT_WRITER: StoreOptions =
  hosts === undefined ? {} : { writer: pathToFileURL(join(hosts, 'store-writer.mjs')) };
