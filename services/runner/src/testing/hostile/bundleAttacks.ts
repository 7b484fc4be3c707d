import { chmod, mkdir, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';

const cache = join(import.meta.dirname, '../../../../../node_modules/.cache');

/**
 * Bundles the program of hostile tools, which then starts in a fifth of the CPU time of its sources (measured), as built-in tools do.
 * The folder is below `node_modules`, which every sandbox can read.
 *
 * @returns the folder, for the caller to remove, and the program in it
 */
export async function bundleAttacks(): Promise<{ folder: string; main: string }> {
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'hostile-'));
  await chmod(folder, 0o755); // a root runner's tools run as nobody
  await build({
    entryPoints: [join(import.meta.dirname, 'main.ts')],
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    // It starts a thread from a file beside itself.
    external: ['@rotamer/tools/shared/rdkit/rdkit.ts'],
    banner: { js: `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);` },
    logLevel: 'error',
  });
  return { folder, main: join(folder, 'main.mjs') };
}
