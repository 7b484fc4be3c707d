import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';

/** An esbuild plugin, and the files that it has read. */
export interface BrowserScripts {
  plugin: Plugin;
  /** The sources of the scripts, relative to the root; none before a bundle needed a script. */
  inputs(): string[];
}

/** The module that stands for the console's script, and the source of the script. */
const standIn = /\/services\/console\/src\/assets\/islandScript\.ts$/;
const source = 'services/console/src/islands/main.tsx';

/** Puts the console's script for browsers into its bundle as text, so that no service needs a compiler. */
export function browserScripts(root: string): BrowserScripts {
  let inputs: string[] = [];
  const plugin: Plugin = {
    name: 'browser scripts',
    setup(bundle) {
      bundle.onLoad({ filter: standIn }, async () => {
        const { outputFiles, metafile } = await build({
          absWorkingDir: root,
          entryPoints: [join(root, source)],
          bundle: true,
          minify: true,
          format: 'esm',
          platform: 'browser',
          target: 'es2022',
          write: false,
          metafile: true,
          logLevel: 'error',
        });
        inputs = Object.keys(metafile.inputs);
        return { contents: `export const islandScript = ${JSON.stringify(outputFiles[0]!.text)};`, loader: 'js' };
      });
    },
  };
  return { plugin, inputs: () => inputs };
}
