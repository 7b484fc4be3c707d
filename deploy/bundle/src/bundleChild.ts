import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { build, type Plugin } from 'esbuild';
import { compilerOptions } from './compilerOptions.ts';
import { type BundleFolder, programOfJobs } from './programs.ts';
import { sourcePlaces } from './sourcePlaces.ts';
import { toolsIn } from './toolContracts.ts';

/** A function expression, which `loadProgram` calls. An expression, so that it is compiled unchanged. */
const asFunction = { banner: { js: '(function(module,require){' }, footer: { js: '})' } };

/** Prefix of virtual modules, each the program of a tool. */
const PROGRAM = 'program:';
const CONFIGURED = 'configured';

/**
 * Bundles the program of jobs. The program starts again for most jobs, so it must read and compile little. Each tool gets one
 * CommonJS file with all its imports, beside it V8's compiled code of the file. `main.cjs` runs the file of a job's tool.
 *
 * @returns the input files, relative to `root`
 */
export async function bundleChild(
  root: string,
  { outdir, runsAt = outdir }: BundleFolder,
  external: string[],
  contracts: Plugin,
): Promise<string[]> {
  const folder = join(outdir, dirname(programOfJobs));
  const common = {
    ...compilerOptions,
    absWorkingDir: root,
    outdir: folder,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node24',
    external,
    minifyWhitespace: true,
    metafile: true,
    logLevel: 'error',
  } as const;
  const loader = (name: string) => join(import.meta.dirname, 'child', name);
  const programs = { [CONFIGURED]: CONFIGURED, ...Object.fromEntries(toolsIn(root).map((id) => [`tools/${id}`, id])) };
  const entryPoints = Object.entries(programs).map(([out, id]) => ({ out, in: PROGRAM + id }));
  const plugins = [toolPrograms(root), contracts, sourcePlaces(root, runsAt)];
  const built = await Promise.all([
    build({ ...common, entryPoints: [loader('main.ts'), loader('writeCodeCaches.ts')] }),
    build({ ...common, ...asFunction, entryPoints, plugins }),
  ]);
  await writeCodeCaches(folder, Object.keys(programs));
  const inputs = built.flatMap(({ metafile }) => Object.keys(metafile.inputs));
  return inputs.filter((file) => !file.startsWith(PROGRAM));
}

function toolPrograms(root: string): Plugin {
  const from = (path: string) => JSON.stringify(join(root, path));
  const runJobs = `import { runJobs } from ${from('services/runner/src/child/runJobs.ts')};`;
  const configured = `${runJobs}
    import { loadConfigured } from ${from('services/runner/src/child/loadConfigured.ts')};
    export const main = () => runJobs(loadConfigured);`;
  const builtIn = (id: string) => `${runJobs}
    import { contract } from ${from(`tools/${id}/tool.ts`)};
    import { check } from ${from(`tools/${id}/check.ts`)};
    import { run } from ${from(`tools/${id}/run.ts`)};
    export const main = () => runJobs(async () => ({ contract, check, run }));`;
  return {
    name: 'tool programs',
    setup(build) {
      build.onResolve({ filter: new RegExp(`^${PROGRAM}`) }, ({ path }) => ({
        namespace: 'program',
        path: path.slice(PROGRAM.length),
      }));
      build.onLoad({ filter: /.*/, namespace: 'program' }, ({ path: id }) => ({
        contents: id === CONFIGURED ? configured : builtIn(id),
        resolveDir: root,
      }));
    },
  };
}

/** Writes the compiled code in a process with the flags of jobs, because V8 accepts it only under the same flags. */
async function writeCodeCaches(folder: string, programs: string[]): Promise<void> {
  const files = programs.map((name) => join(folder, `${name}.cjs`));
  await promisify(execFile)(process.execPath, [join(folder, 'writeCodeCaches.cjs'), ...files], { env: {} });
}
