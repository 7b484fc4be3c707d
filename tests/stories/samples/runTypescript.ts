import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { repository } from '@rotamer/stack/folder/paths.ts';
import type { Failures, RunSamples } from '@rotamer/test-support/samples/sampleWorld.ts';

const shell = promisify(execFile);

/** Type-checks all samples, then runs each as a module in one Node process. */
export const runTypescript: RunSamples = async (samples, { recorder, cwd, env }) => {
  for (const { name, code } of samples) writeFileSync(join(cwd, `${name}.ts`), code);
  writeFileSync(
    join(cwd, 'all.mjs'),
    runAll(
      samples.map(({ name }) => name),
      recorder.baseUrl,
    ),
  );
  await shell(process.execPath, ['all.mjs'], { cwd, env: { ...process.env, ...env } });
  const failures = JSON.parse(readFileSync(join(cwd, 'failures.json'), 'utf8')) as Failures;
  return {
    ...failures,
    ...(await typeErrors(
      cwd,
      samples.map(({ name }) => `${name}.ts`),
    )),
  };
};

/** Returns a program that imports each sample, and writes down which failed. */
function runAll(names: string[], recorder: string): string {
  return `import { writeFileSync } from 'node:fs';
const failures = {};
for (const name of ${JSON.stringify(names)}) {
  await fetch('${recorder}/samples/' + name);
  await import('./' + name + '.ts').catch((error) => (failures[name] = String(error.stack)));
}
writeFileSync('failures.json', JSON.stringify(failures));
`;
}

async function typeErrors(cwd: string, files: string[]): Promise<Failures> {
  const config = { extends: join(repository, 'tsconfig.base.json'), compilerOptions: { noEmit: true }, files };
  writeFileSync(join(cwd, 'tsconfig.json'), JSON.stringify(config));
  const compiler = join(repository, 'node_modules', '.bin', 'tsc');
  return shell(compiler, ['-p', cwd]).then(
    () => ({}),
    ({ stdout }: { stdout: string }) => ({ types: stdout }),
  );
}
