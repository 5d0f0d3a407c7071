/** Collects garbage at once, which V8 lets a program do only on request. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');

export const collectGarbage: () => void = runInNewContext('gc');
