// npm test, npm run test:all [-- --only unit,types]: runs the steps in order, names what failed, and ends with the
// count of tests.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { prepareNeighbours } from './prepareNeighbours.ts';
import { readReport } from './report.ts';
import { beyond, proof, type Step } from './steps.ts';

const root = join(import.meta.dirname, '../..');
const { only, all } = parseArgs({ options: { only: { type: 'string' }, all: { type: 'boolean' } } }).values;
const steps = chooseSteps();
const neighbours = steps.some(({ name }) => name === 'real') ? prepareNeighbours() : undefined;
const reports = mkdtempSync(join(tmpdir(), 'rotamer-test-'));

const failedSteps: string[] = [];
const failures: string[] = [];
let passed = 0;

for (const step of steps) {
  const started = performance.now();
  console.log(`\n── ${step.name} ${'─'.repeat(Math.max(1, 70 - step.name.length))}\n$ ${step.command.join(' ')}`);
  if (step.name === 'real' && !(await neighbours)) continue;
  const ok = step.project ? runTests(step) : run(step);
  if (!ok) failedSteps.push(step.name);
  console.log(`${step.name}: ${ok ? 'ok' : 'FAILED'} in ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

rmSync(reports, { recursive: true });
console.log(failedSteps.length > 0 ? `\nFailed: ${failedSteps.join(', ')}` : '\nAll steps passed.');
for (const failure of failures) console.log(`\n${failure}`);
console.log(`${passed} passed, ${failures.length} failed`);
process.exitCode = failedSteps.length > 0 ? 1 : 0;

function chooseSteps(): Step[] {
  const known = [...proof, ...beyond];
  if (only === undefined) return all ? known : proof;
  const names = only.split(',');
  const unknown = names.filter((name) => !known.some((step) => step.name === name));
  if (unknown.length > 0) {
    console.error(`Unknown step ${unknown.join(', ')}. Steps: ${known.map((step) => step.name).join(', ')}.`);
    process.exit(2);
  }
  return known.filter((step) => names.includes(step.name));
}

function runTests(step: Step): boolean {
  const report = join(reports, `${step.name}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const ok = run({ ...step, command: [...step.command, ...reporters] });
  const outcome = readReport(report, root);
  passed += outcome.passed;
  failures.push(...outcome.failures);
  if (outcome.passed === 0) console.log(`${step.name}: no test passed`);
  return ok && outcome.passed > 0;
}

function run({ command: [program = '', ...args], env = {} }: Step): boolean {
  const path = `${join(root, 'node_modules', '.bin')}:${process.env.PATH}`;
  const result = spawnSync(program, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env, PATH: path } });
  if (result.error) console.error(`${program}: ${result.error.message}`);
  return result.status === 0;
}
