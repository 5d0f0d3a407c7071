/** The thread that writes, from a program that was built before the first test: started from its source it costs a second and a half each time. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { StoreOptions } from '../open-store.ts';

const hosts = process.env['AMUX_TEST_HOSTS'];

/** Options of a store. Nothing is built for the tests on real CLIs. */
export const BUILT_WRITER: StoreOptions =
  hosts === undefined ? {} : { writer: pathToFileURL(join(hosts, 'store-writer.mjs')) };
