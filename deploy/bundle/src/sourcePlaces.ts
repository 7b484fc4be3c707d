import { readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'esbuild';
import { bundleOf, programs } from './programs.ts';

/** `new URL('worker.ts', import.meta.url)` names a program, here and for every bundler. */
const programUrl = /new URL\('([^']+\.ts)', import\.meta\.url\)/g;

/**
 * Leaves each source in its place although its code is elsewhere: what it finds beside itself (migrations, templates) it
 * still finds there, and the programs that it starts are their bundles.
 */
export function sourcePlaces(root: string, outdir: string): Plugin {
  function place(path: string, text: string): string {
    const folder = dirname(path);
    const bundleUrl = (_: string, name: string) => {
      const program = relative(root, join(folder, name));
      if (!programs.includes(program))
        throw new Error(`${relative(root, path)} starts ${program}: add it to programs.ts`);
      return `new URL(${JSON.stringify(pathToFileURL(join(outdir, bundleOf(program))).href)})`;
    };
    return text
      .replace(programUrl, bundleUrl)
      .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
      .replaceAll('import.meta.dirname', JSON.stringify(folder));
  }

  return {
    name: 'source places',
    setup(build) {
      build.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        if (path.includes('/node_modules/')) return undefined;
        return { contents: place(path, await readFile(path, 'utf8')), loader: 'ts' };
      });
    },
  };
}
