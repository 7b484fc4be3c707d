import { basename, join } from 'node:path';
import { type BuildOptions, build, type OutputFile, type Plugin } from 'esbuild';
import { compilerOptions } from './compilerOptions.ts';

/** An esbuild plugin, and the files that it has read. */
export interface BrowserScripts {
  plugin: Plugin;
  /** The sources of the scripts, relative to the root; none before a bundle needed a script. */
  inputs(): string[];
}

interface StandIn {
  /** The module that stands for the scripts. */
  module: RegExp;
  /** The source of the scripts. */
  source: string;
  options: BuildOptions;
  /** Returns what the module exports instead. */
  contents(files: OutputFile[]): string;
}

const standIns: StandIn[] = [
  {
    module: /\/services\/console\/src\/assets\/islandScript\.ts$/,
    source: 'services/console/src/islands/main.tsx',
    options: {},
    contents: ([script]) => `export const islandScript = ${JSON.stringify(script!.text)};`,
  },
  {
    module: /\/packages\/pages\/src\/viewers\/viewerScripts\.ts$/,
    source: 'packages/pages/src/viewers/main.ts',
    // Each viewer is a file that is loaded when a page needs it.
    options: { splitting: true, entryNames: 'viewers', chunkNames: 'viewers-[name]-[hash]' },
    contents: (files) => {
      const scripts = Object.fromEntries(files.map(({ path, text }) => [basename(path), text]));
      return `export const viewerScripts = ${JSON.stringify(scripts)};`;
    },
  },
];

/** Bundles scripts for browsers, in memory. */
function buildScripts(root: string, source: string, options: BuildOptions) {
  return build({
    ...options,
    ...compilerOptions,
    absWorkingDir: root,
    entryPoints: [join(root, source)],
    outdir: 'scripts',
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    write: false,
    metafile: true,
    logLevel: 'error',
  });
}

/** Puts scripts for browsers into the bundles of services as text, so that no service needs a compiler. */
export function browserScripts(root: string): BrowserScripts {
  const inputs = new Set<string>();
  const plugin: Plugin = {
    name: 'browser scripts',
    setup(bundle) {
      for (const { module, source, options, contents } of standIns)
        bundle.onLoad({ filter: module }, async () => {
          const { outputFiles, metafile } = await buildScripts(root, source, options);
          for (const input of Object.keys(metafile.inputs)) inputs.add(input);
          return { contents: contents(outputFiles), loader: 'js' };
        });
    },
  };
  return { plugin, inputs: () => [...inputs] };
}
