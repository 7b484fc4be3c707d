import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { missingTools } from '@rotamer/neighbours/toolchain.ts';
import { repository } from '@rotamer/stack/folder/paths.ts';
import { runProgram } from './runProgram.ts';

const pom = join(import.meta.dirname, 'pom.xml');

/** `enumClassPrefix` keeps constants of two enums apart that share a word. In Go they are names of the package. */
const properties = 'withGoMod=true,enumClassPrefix=true';

/** Returns which of Java, Maven and Go are missing, or undefined. */
export function missingForGo(): string | undefined {
  return missingTools().join(', ') || undefined;
}

/** Generates the Go client with OpenAPI Generator, and runs `go vet` on it. */
export async function vetGoClient(document: string, place: string): Promise<void> {
  const folder = join(place, 'go');
  const java = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-jar', await generatorJar()];
  const without = 'apiTests=false,modelTests=false,apiDocs=false,modelDocs=false';
  const args = ['generate', '-g', 'go', '-i', document, '-o', folder, '-p', properties, '--global-property', without];
  await runProgram('java', [...java, ...args], place);
  await runProgram('go', ['vet', './...'], folder, { GOFLAGS: '-mod=mod' });
}

/** Returns the generator's archive (30 MB). It is kept between runs, and never committed. */
async function generatorJar(): Promise<string> {
  const version = createHash('sha256').update(readFileSync(pom)).digest('hex').slice(0, 12);
  const folder = join(repository, 'node_modules', '.cache', `openapi-generator-${version}`);
  if (!existsSync(folder)) {
    const draft = `${folder}.${process.pid}`;
    const args = ['dependency:copy-dependencies', `-DoutputDirectory=${draft}`, '-DexcludeTransitive=true'];
    await runProgram('mvn', ['-q', '-B', '-f', pom, ...args], repository);
    if (existsSync(folder)) rmSync(draft, { recursive: true });
    else renameSync(draft, folder);
  }
  return join(folder, readdirSync(folder).find((name) => name.endsWith('.jar'))!);
}
