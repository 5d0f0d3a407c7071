/**
 * Removes the code of web-tree-sitter that would evaluate JavaScript from a grammar: that of Bash brings none, and each bundler warns about
 * an `eval`.
 */
import { readFileSync } from 'node:fs';
import type { Plugin } from 'esbuild';

const EVAL = /\beval\(func\)/g;
const REFUSAL = `(() => { throw new Error('This grammar brings JavaScript of its own, which is not evaluated.'); })()`;

/** A plugin that fails the build where the library evaluates elsewhere than in the two known places (0.27). */
export function dropEval(): Plugin {
  return {
    name: 'drop-eval',
    setup(build) {
      build.onLoad({ filter: /[\\/]web-tree-sitter\.js$/ }, ({ path }) => {
        const text = readFileSync(path, 'utf8');
        const contents = text.replace(EVAL, REFUSAL);
        if (text.match(EVAL)?.length !== 2 || /\beval\(/.test(contents)) {
          throw new Error(
            `${path} calls eval elsewhere than before. Look at what it evaluates, and mend drop-eval.ts.`,
          );
        }
        return { contents, loader: 'js' };
      });
    },
  };
}
