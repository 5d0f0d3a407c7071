/** Takes out of web-tree-sitter what would evaluate JavaScript that a grammar brings along: that of Bash brings none, and each bundler warns of an `eval`. */
import { readFileSync } from 'node:fs';
import type { Plugin } from 'esbuild';

const EVAL = /\beval\(func\)/g;
const REFUSAL = `(() => { throw new Error('This grammar brings JavaScript of its own, which is not evaluated.'); })()`;

/** The build fails where the library evaluates elsewhere than in the two places that are known (0.27). */
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
