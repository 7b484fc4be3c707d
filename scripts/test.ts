// npm test [-- --only unit,types]: runs every check in order, names those that failed, and ends with the test count.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { prepareNeighbours } from './prepareNeighbours.ts';

const root = dirname(import.meta.dirname);
const reports = mkdtempSync(join(tmpdir(), 'rotamer-test-'));

const { only } = parseArgs({ options: { only: { type: 'string' } } }).values;

/** The steps, cheapest first. Programs are those of node_modules/.bin; `tests` names the vitest project to count. */
const steps: { name: string; command: string[]; tests?: boolean; env?: Record<string, string> }[] = [
  { name: 'types', command: ['tsc', '-p', '.'] },
  { name: 'lint', command: ['biome', 'ci', '.'] },
  { name: 'generated', command: ['node', 'scripts/generate.ts', '--check'] },
  { name: 'unit', command: vitest('unit'), tests: true },
  { name: 'integration', command: vitest('integration'), tests: true },
  { name: 'e2e', command: vitest('e2e'), tests: true },
  {
    // The drivers' contracts, and every story once more, on real Kafka and S3.
    name: 'real',
    command: vitest('real', '--project', 'e2e'),
    tests: true,
    env: { ROTAMER_E2E_NEIGHBOURS: 'real' },
  },
  { name: 'contract', command: ['node', 'tests/contract/run.ts'] },
  { name: 'chaos', command: vitest('chaos'), tests: true },
];

const failedSteps: string[] = [];
const failedTests: string[] = [];
const retriedTests: string[] = [];
let passedTests = 0;

const chosen = chosenSteps();
const neighbours = chosen.some(({ name }) => name === 'real') ? prepareNeighbours() : undefined;

for (const step of chosen) {
  const started = performance.now();
  console.log(`\n── ${step.name} ${'─'.repeat(Math.max(1, 70 - step.name.length))}\n$ ${step.command.join(' ')}`);
  if (step.name === 'real' && !(await neighbours)) continue;
  let ok = run(step.command, step.env);
  if (step.tests) {
    const { passed, failures, retried } = readReport(step.name);
    passedTests += passed;
    failedTests.push(...failures);
    retriedTests.push(...retried);
    if (passed === 0) console.log(`${step.name}: no test passed`);
    ok &&= passed > 0;
  }
  if (!ok) failedSteps.push(step.name);
  console.log(`${step.name}: ${ok ? 'ok' : 'FAILED'} in ${((performance.now() - started) / 1000).toFixed(1)} s`);
}

rmSync(reports, { recursive: true });
console.log(failedSteps.length > 0 ? `\nFailed: ${failedSteps.join(', ')}` : '\nAll steps passed.');
for (const failure of failedTests) console.log(`\n${failure}`);
for (const retried of retriedTests) console.log(`\nPassed only at the second try: ${retried}`);
console.log(`${passedTests} passed, ${failedTests.length} failed`);
process.exitCode = failedSteps.length > 0 ? 1 : 0;

function chosenSteps() {
  if (only === undefined) return steps;
  const names = only.split(',');
  const unknown = names.filter((name) => !steps.some((step) => step.name === name));
  if (unknown.length > 0) {
    console.error(`No step ${unknown.join(', ')}; there are ${steps.map((step) => step.name).join(', ')}.`);
    process.exit(2);
  }
  return steps.filter((step) => names.includes(step.name));
}

function vitest(project: string, ...more: string[]): string[] {
  const report = `--outputFile.json=${reportFile(project)}`;
  return ['vitest', 'run', '--project', project, ...more, '--reporter=default', '--reporter=json', report];
}

function reportFile(project: string): string {
  return join(reports, `${project}.json`);
}

function run([program = '', ...args]: string[], env: Record<string, string> = {}): boolean {
  const path = `${join(root, 'node_modules', '.bin')}:${process.env.PATH}`;
  const result = spawnSync(program, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env, PATH: path } });
  if (result.error) console.error(`${program}: ${result.error.message}`);
  return result.status === 0;
}

/** A run that broke before its first test has no report: nothing passed. A file that cannot be loaded counts as failed. */
function readReport(project: string): { passed: number; failures: string[]; retried: string[] } {
  if (!existsSync(reportFile(project))) return { passed: 0, failures: [], retried: [] };
  const report = JSON.parse(readFileSync(reportFile(project), 'utf8')) as Report;
  const failures = report.testResults.flatMap((file) => {
    const name = relative(root, file.name);
    const failed = file.assertionResults.filter((test) => test.status === 'failed');
    if (file.status === 'failed' && failed.length === 0) return [`${name}\n${opening(file.message)}`];
    return failed.map((test) => describeTest(name, test));
  });
  const retried = report.testResults.flatMap((file) =>
    file.assertionResults
      .filter((test) => test.status === 'passed' && test.failureMessages.length > 0)
      .map((test) => describeTest(relative(root, file.name), test)),
  );
  return { passed: report.numPassedTests, failures, retried };
}

function describeTest(file: string, { fullName, failureMessages }: TestResult): string {
  return `${file}: ${fullName}\n${opening(failureMessages.join('\n'))}`;
}

/** Enough of a message to tell why from the last lines of a long log. */
function opening(message: string): string {
  return message.split('\n').slice(0, 12).join('\n');
}

/** What is read of vitest's JSON report. */
interface Report {
  numPassedTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: TestResult[];
  }[];
}

interface TestResult {
  status: string;
  fullName: string;
  failureMessages: string[];
}
