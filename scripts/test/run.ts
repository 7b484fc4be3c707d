// npm test [-- --only unit,types | --beyond], npm run test:all: runs the steps, lists failures, and ends with the count of
// tests. `--beyond` runs the steps that `npm test` leaves out, as continuous integration does after it.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { compileCache } from '@rotamer/test-support/stack.ts';
import { hasNativePrograms } from './missingNative.ts';
import { prepareNeighbours } from './prepareNeighbours.ts';
import { prepareStartedData } from './prepareStartedData.ts';
import { type Failure, readReport } from './report.ts';
import { runAgain } from './runAgain.ts';
import { beyond, proof, type Step } from './steps.ts';
import { runTimed } from './timedProgram.ts';

/** Number of concurrent steps. While one step waits or has a single worker left, the other uses the processors. A third gains no time. */
const LANES = 2;

const root = join(import.meta.dirname, '../..');
const chosen = parseArgs({
  options: { only: { type: 'string' }, all: { type: 'boolean' }, beyond: { type: 'boolean' } },
}).values;
const rounds = chooseRounds();
const neighbours = rounds.flat().some((step) => step.neighbours) ? prepareNeighbours() : undefined;
// The first stacks of the run do not wait for it.
if (rounds.flat().some(({ name }) => ['chaos', 'stacks'].includes(name))) {
  prepareStartedData().catch((error) => console.error('The stacks of this run start on empty folders:', error));
}
const reports = mkdtempSync(join(tmpdir(), 'rotamer-test-'));

/** The steps that did not pass, with what failed in each. */
const failed: { step: Step; failures: Failure[]; reason?: string }[] = [];
let passed = 0;

for (const round of rounds) {
  const left = round.values();
  await Promise.all(Array.from({ length: LANES }, () => performInTurn(left, round.length > 1)));
}

rmSync(reports, { recursive: true });
const stillFailed = process.env.CI ? await runAgain(failed, runInTerminal) : failed;
const unstable = failed.filter((one) => !stillFailed.includes(one)).flatMap(({ failures }) => failures);
const failures = stillFailed.flatMap((one) => one.failures);
console.log(
  stillFailed.length > 0 ? `\nFailed: ${stillFailed.map(({ step }) => step.name).join(', ')}` : '\nAll steps passed.',
);
for (const { text } of failures) console.log(`\n${text}`);
for (const { reason } of stillFailed) if (reason) console.log(`\n${reason}`);
for (const { text } of unstable)
  console.log(`\nUnstable: failed once, and passed when its file ran by itself. ${text}`);
console.log(`${passed} passed, ${failures.length} failed, ${unstable.length} unstable`);
process.exitCode = stillFailed.length > 0 ? 1 : 0;

/** Returns the steps in rounds. The steps of a round run concurrently; the next round begins when all of them have ended. */
function chooseRounds(): Step[][] {
  const known = [...proof, ...beyond];
  if (chosen.only === undefined) {
    if (chosen.beyond) return beyond;
    return chosen.all ? known : proof;
  }
  const names = chosen.only.split(',');
  const existing = known.flat().map(({ name }) => name);
  const unknown = names.filter((name) => !existing.includes(name));
  if (unknown.length > 0) {
    console.error(`Unknown step ${unknown.join(', ')}. Steps: ${existing.join(', ')}.`);
    process.exit(2);
  }
  return known.map((round) => round.filter(({ name }) => names.includes(name)));
}

async function performInTurn(steps: Iterable<Step>, besideOthers: boolean): Promise<void> {
  for (const step of steps) await perform(step, besideOthers);
}

/** Runs a step. The output of a concurrent step is shown when the step is over, so that outputs are not mixed. */
async function perform(step: Step, besideOthers: boolean): Promise<void> {
  if (step.neighbours && !(await neighbours)) return;
  if (['native', 'pipelines'].includes(step.name) && !(await hasNativePrograms(step.name))) return;
  const started = performance.now();
  const head = `\n── ${step.name} ${'─'.repeat(Math.max(1, 70 - step.name.length))}\n$ ${step.command.join(' ')}`;
  const report = join(reports, `${step.name}.json`);
  const reporters = step.project ? ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`] : [];
  if (!besideOthers) console.log(head);
  const { code, output, cpuSeconds } = await runTimed(
    [...step.command, ...reporters],
    { cwd: root, env: environment(step) },
    besideOthers,
  );
  if (besideOthers) console.log(`${head}\n${output}`);
  let ok = code === 0;
  let failures: Failure[] = [];
  if (step.project) {
    const outcome = readReport(report, root);
    passed += outcome.passed;
    failures = outcome.failures;
    if (outcome.passed === 0) console.log(`${step.name}: no test passed`);
    ok &&= outcome.passed > 0;
  }
  // Says why a step failed in which no test did, at the end of the log: an error that nothing awaited, or a crash.
  const reason = failures.length === 0 && output ? `${step.name} ended with:\n${lastLines(output)}` : undefined;
  if (!ok) failed.push({ step, failures, reason });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  // On a machine with other load, only the CPU time can be compared between runs.
  console.log(`${step.name}: ${ok ? 'ok' : 'FAILED'} in ${seconds} s, CPU ${cpuSeconds.toFixed(1)} s`);
}

/** Runs a command of a step on this terminal. Returns whether it succeeded. */
async function runInTerminal(step: Step, command: string[]): Promise<boolean> {
  const { code } = await runTimed(command, { cwd: root, env: environment(step) }, false);
  return code === 0;
}

/** Returns the end of an output, without colours. */
function lastLines(output: string): string {
  return stripVTControlCharacters(output).trimEnd().split('\n').slice(-40).join('\n');
}

function environment({ env }: Step): NodeJS.ProcessEnv {
  const path = `${join(root, 'node_modules', '.bin')}:${process.env.PATH}`;
  return { ...process.env, NODE_COMPILE_CACHE: compileCache, ...env, PATH: path };
}
