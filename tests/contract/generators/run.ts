// npm run test:all -- --only generators: common generators make code from the published document. The code is compiled,
// and checked against real responses.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loggedErrors } from '@rotamer/test-support/loggedErrors.ts';
import { missingPython } from '@rotamer/test-support/python.ts';
import { newHome, removeHome, startStack } from '@rotamer/test-support/stack.ts';
import { missingForGo, vetGoClient } from './goClient.ts';
import { lintDocument } from './lintDocument.ts';
import { checkPythonModels } from './pythonModels.ts';
import { realAnswers } from './realAnswers.ts';
import { checkTypes } from './typescriptTypes.ts';

const home = newHome();
const document = join(home.folder, 'openapi.json');
let failed = 0;
try {
  const stack = await startStack({ home });
  writeFileSync(document, await (await fetch(`${stack.baseUrl}/api/v1/openapi.json`)).text());
  const answers = await realAnswers(stack);
  await Promise.all([
    check('redocly', undefined, () => lintDocument(document)),
    check('typescript', undefined, () => checkTypes(document, answers, home.folder)),
    check('python', missingPython(), () => checkPythonModels(document, answers, stack, home.folder)),
    check('go', missingForGo(), () => vetGoClient(document, home.folder)),
  ]);
  const code = await stack.interrupt();
  if (code !== 0) throw new Error(`the stack ended with ${code}:\n${stack.output()}`);
} finally {
  for (const line of loggedErrors(home)) console.error(line);
  removeHome(home);
}
process.exitCode = failed > 0 ? 1 : 0;

/** Runs one generator and prints its outcome. If its programs are missing, it is skipped, but fails where CI is set. */
async function check(name: string, missing: string | undefined, work: () => Promise<void>): Promise<void> {
  if (missing) {
    console.log(
      `generators: ${name} ${process.env.CI ? 'FAILED' : 'skipped (in CI it fails)'}: ${missing} is not here.`,
    );
    if (process.env.CI) failed++;
    return;
  }
  const started = performance.now();
  const problem = await work().then(
    () => undefined,
    (error: Error) => error.message,
  );
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`generators: ${name} ${problem === undefined ? 'ok' : 'FAILED'} in ${seconds} s`);
  if (problem === undefined) return;
  console.log(problem);
  failed++;
}
