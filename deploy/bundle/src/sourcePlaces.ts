import { readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'esbuild';
import { bundleOf, programs } from './programs.ts';

/** `new URL('worker.ts', import.meta.url)` refers to a program, as in every bundler. */
const programUrl = /new URL\('([^']+\.ts)', import\.meta\.url\)/g;

const urlText = (path: string) => JSON.stringify(pathToFileURL(path).href);

/**
 * Rewrites a source so that it works as if it were still at `path`, although its code goes to a file in `outdir`. Files beside the
 * source (migrations, templates) are found there, and programs that it starts are replaced with their bundles.
 *
 * @throws Error when it starts a program that has no bundle
 */
export function placeSource(path: string, text: string, root: string, outdir: string): string {
  const folder = dirname(path);
  const bundleUrl = (_: string, name: string) => {
    const program = relative(root, join(folder, name));
    if (!programs.includes(program))
      throw new Error(`${relative(root, path)} starts ${program}: add it to programs.ts`);
    return `new URL(${urlText(join(outdir, bundleOf(program)))})`;
  };
  return text
    .replace(programUrl, bundleUrl)
    .replaceAll('import.meta.url', urlText(path))
    .replaceAll('import.meta.dirname', JSON.stringify(folder));
}

/** An esbuild plugin that applies `placeSource` to the repository's own sources. */
export function sourcePlaces(root: string, outdir: string): Plugin {
  return {
    name: 'source places',
    setup(build) {
      build.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        if (path.includes('/node_modules/')) return undefined;
        return { contents: placeSource(path, await readFile(path, 'utf8'), root, outdir), loader: 'ts' };
      });
    },
  };
}
