import { build } from 'esbuild';
import { programs } from './programs.ts';
import { sourcePlaces } from './sourcePlaces.ts';

/** They look for files of their own beside themselves, which a bundle does not hold. */
const needTheirFolder = ['piscina', '@rdkit/rdkit', 'openchemlib', 'pg-native'];

/** Asked for by grpc-js only when its channels are inspected, which nobody does. */
const neverLoaded = ['@grpc/proto-loader'];

/** CommonJS packages ask for Node's own modules by `require`. */
const requireForPackages = `import { createRequire as createRequireOf } from 'node:module';
const require = createRequireOf(import.meta.url);`;

/**
 * Writes every program of the repository at `root` with all that it imports into a few files of `outdir`: what several
 * load is there once, what is loaded on demand stays apart. Node starts such a file in half the time that the sources
 * and packages take, and in some 20 MB less memory: each module costs both, and a service has a thousand of them.
 *
 * @returns the files that went into it, from `root`
 */
export async function bundle(root: string, outdir: string): Promise<string[]> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: programs,
    outbase: root,
    outdir,
    bundle: true,
    splitting: true,
    chunkNames: 'shared/[name]-[hash]',
    format: 'esm',
    platform: 'node',
    target: 'node24',
    external: [...needTheirFolder, ...neverLoaded],
    minifyWhitespace: true,
    sourcemap: 'linked',
    banner: { js: requireForPackages },
    plugins: [sourcePlaces(root, outdir)],
    metafile: true,
    logLevel: 'error',
  });
  return Object.keys(metafile.inputs);
}
