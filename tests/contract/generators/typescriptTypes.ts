import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '@rotamer/stack/folder/paths.ts';
import openapiTypescript, { astToString } from 'openapi-typescript';
import type { RealAnswer } from './realAnswers.ts';
import { runProgram } from './runProgram.ts';

const tsc = join(repository, 'node_modules', '.bin', 'tsc');

/**
 * Checks that the types made by openapi-typescript compile under `--strict`, and that every real response is assignable
 * to the type of its schema. The responses are written as literals, which must not have properties unknown to the type.
 */
export async function checkTypes(document: string, answers: RealAnswer[], place: string): Promise<void> {
  const folder = join(place, 'typescript');
  mkdirSync(folder);
  const types = await openapiTypescript(JSON.parse(readFileSync(document, 'utf8')));
  writeFileSync(join(folder, 'contract.ts'), astToString(types));
  const constants = answers.map(
    ({ schema, body }, i) => `export const answer${i}: Schemas['${schema}'] = ${JSON.stringify(body, null, 1)};`,
  );
  const imported = "import type { components } from './contract.ts';\ntype Schemas = components['schemas'];";
  writeFileSync(join(folder, 'answers.ts'), `${imported}\n${constants.join('\n')}\n`);
  const options = [
    '--strict',
    '--noEmit',
    '--target',
    'es2024',
    '--module',
    'nodenext',
    '--allowImportingTsExtensions',
  ];
  await runProgram(tsc, [...options, '--ignoreConfig', '--types', '', 'contract.ts', 'answers.ts'], folder);
}
