import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { closed } from '@rotamer/test-support/contract.ts';
import { pythonEnvironment } from '@rotamer/test-support/python.ts';
import type { RunningStack } from '@rotamer/test-support/stack.ts';
import type { RealAnswer } from './realAnswers.ts';
import { runProgram } from './runProgram.ts';

const options = [
  ['--input-file-type', 'openapi'],
  ['--output-model-type', 'pydantic_v2.BaseModel'],
  ['--target-python-version', '3.10'],
  ['--formatters', 'builtin'],
  '--use-annotated',
  '--use-standard-collections',
  '--use-union-operator',
].flat();

/**
 * Checks the models that datamodel-code-generator makes. They must pass `mypy --strict`, read every real response in
 * strict mode, and make a job that the service accepts. Then openapi-python-client must make a client without a
 * warning.
 */
export async function checkPythonModels(
  document: string,
  answers: RealAnswer[],
  { baseUrl, apiKey }: RunningStack,
  place: string,
): Promise<void> {
  const programs = pythonEnvironment('generators', join(import.meta.dirname, 'requirements.txt'));
  const folder = join(place, 'python');
  mkdirSync(folder);
  writeFileSync(join(folder, 'answers.json'), JSON.stringify(answers));
  // The document allows additional fields in responses, because responses may grow. Here a field that the document does
  // not name is an error.
  writeFileSync(join(folder, 'closed.json'), JSON.stringify(closed(JSON.parse(readFileSync(document, 'utf8')))));
  const env = {
    PATH: `${programs}:${process.env.PATH}`,
    PYTHONPATH: folder,
    ROTAMER_BASE_URL: baseUrl,
    ROTAMER_API_KEY: apiKey,
  };
  const run = (program: string, ...args: string[]) => runProgram(join(programs, program), args, folder, env);
  await run('datamodel-codegen', '--input', 'closed.json', '--output', 'models.py', ...options);
  const script = join(import.meta.dirname, 'use_models.py');
  await run('python', '-W', 'error', script);
  await run('mypy', '--strict', 'models.py', script);
  // The generator does not know archives. This makes it read them as bytes.
  const known = { content_type_overrides: { 'application/x-tar': 'application/octet-stream' } };
  writeFileSync(join(folder, 'generator.json'), JSON.stringify(known));
  const generate = ['generate', '--config', 'generator.json', '--path', document, '--output-path', 'client'];
  await run('openapi-python-client', ...generate, '--fail-on-warning');
  await run('python', '-c', 'import client.rotamer_client.models');
}
