import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { bundleChild } from './bundleChild.ts';
import { lazyHttp } from './lazyHttp.ts';
import { type BundleFolder, programOfJobs } from './programs.ts';
import { sourcePlaces } from './sourcePlaces.ts';
import { contractsOnce, toolContracts } from './toolContracts.ts';

/** They load files from their own package folder, which a bundle does not contain, or are such files (3dmol). */
const needTheirFolder = ['piscina', '@rdkit/rdkit', 'openchemlib', '3dmol'];

/** Four megabytes of script for browsers, which a gateway reads when somebody first opens the reference. */
const loadedLate = ['@scalar/fastify-api-reference'];

/** Asked for by pg where it is installed; required by grpc-js only for channelz, which is not used. */
const neverLoaded = ['pg-native', '@grpc/proto-loader'];

/** This bundler, which the launcher has loaded already when its bundle starts. */
const bundler = '@rotamer/bundle/freshBundle.ts';

/** The packages that bundles load from `node_modules`. */
export const packagesBeside: readonly string[] = [...needTheirFolder, ...loadedLate];

/** CommonJS packages `require` Node's built-in modules. */
const requireForPackages = `import { createRequire as createRequireOf } from 'node:module';
const require = createRequireOf(import.meta.url);`;

/**
 * Bundles programs of the repository at `root` with all their imports: shared code is written once, and dynamic
 * imports stay separate files. Node starts a bundle in half the time of the sources and packages, and with
 * some 20 MB less memory: each module costs both, and a service has a thousand of them.
 *
 * @returns the files that went into it, relative to `root`
 */
export async function bundle(
  root: string,
  programs: readonly string[],
  folder: BundleFolder,
  readOnce = contractsOnce(root),
): Promise<string[]> {
  mkdirSync(folder.outdir, { recursive: true });
  // Without it Node compiles each file twice, first as CommonJS, to find out what it is.
  writeFileSync(join(folder.outdir, 'package.json'), '{ "type": "module" }\n');
  const others = programs.filter((program) => program !== programOfJobs);
  const contracts = toolContracts(readOnce);
  const inputs = await Promise.all([
    bundleTogether(root, folder, others, contracts.plugin),
    programs.includes(programOfJobs) ? bundleChild(root, folder, needTheirFolder, contracts.plugin) : [],
  ]);
  return [...new Set([...inputs.flat(), ...contracts.inputs()])];
}

async function bundleTogether(
  root: string,
  { outdir, runsAt = outdir }: BundleFolder,
  entryPoints: string[],
  contracts: Plugin,
) {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints,
    outbase: root,
    outdir,
    bundle: true,
    splitting: true,
    chunkNames: 'shared/[name]-[hash]',
    format: 'esm',
    platform: 'node',
    target: 'node24',
    external: [...packagesBeside, ...neverLoaded, bundler],
    minifyWhitespace: true,
    // Node prints the line of an uncaught error.
    lineLimit: 500,
    sourcemap: 'linked',
    banner: { js: requireForPackages },
    plugins: [contracts, sourcePlaces(root, runsAt), lazyHttp],
    metafile: true,
    logLevel: 'error',
  });
  return Object.keys(metafile.inputs);
}
