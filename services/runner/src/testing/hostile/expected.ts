import { AttemptOutcome, type CompleteRequest } from '@rotamer/proto/jobs/v1/leases.ts';
import { expect } from 'vitest';
import type { SandboxName } from '../../executor/sandbox.ts';
import { findTool } from './catalogue.ts';

const { FAILED, TIMEOUT, COMPLETED, INFRASTRUCTURE } = AttemptOutcome;

/** The expected outcome of each attack, in every sandbox. */
const expected: Record<string, { outcome: AttemptOutcome | AttemptOutcome[]; error?: RegExp }> = {
  'allocates-buffers': { outcome: FAILED, error: /memory limit of 160 MiB/ },
  'allocates-objects': { outcome: FAILED, error: /memory limit of 160 MiB/ },
  behaves: { outcome: COMPLETED },
  'burns-all-cores': { outcome: TIMEOUT, error: /time limit of 1 s/ },
  crashes: { outcome: FAILED, error: /signal SIGSEGV/ },
  'ends-without-output': { outcome: FAILED, error: /without output on its port 'rows'/ },
  'fills-the-disk': { outcome: FAILED, error: /more than its limit of 8 MiB of files/ },
  'fills-the-inodes': { outcome: FAILED, error: /more than its limit of 8 MiB of files/ },
  'floods-stdout': { outcome: FAILED, error: /too much output/ },
  'floods-the-line': { outcome: FAILED, error: /too much output/ },
  // At the kernel's limit a fork bomb may die out and hang.
  'fork-bomb': { outcome: [FAILED, TIMEOUT], error: /too many processes|time limit of 2 s/ },
  'hides-a-child': { outcome: COMPLETED },
  'hides-its-files': { outcome: FAILED, error: /more than its limit of 8 MiB of files/ },
  'ignores-stop': { outcome: TIMEOUT, error: /time limit of 1 s/ },
  'keeps-partial-output': { outcome: TIMEOUT, error: /time limit of 6 s/ },
  // If its parent is the first process of a namespace, the signal has no effect.
  'kills-its-parent': { outcome: [FAILED, COMPLETED] },
  'leaks-descriptors': { outcome: FAILED, error: /ended unexpectedly/ },
  'links-its-output': { outcome: FAILED, error: /'passwd.json' is missing or not a plain file/ },
  'lies-in-its-list': { outcome: FAILED, error: /n must be integer/ },
  'meets-a-full-disk': { outcome: INFRASTRUCTURE, error: /a disk of the service was full/ },
  'never-settles': { outcome: FAILED, error: /exit code 13/ },
  'pipes-its-output': { outcome: FAILED, error: /without output/ },
  'poisons-rdkit': { outcome: COMPLETED },
  'runs-a-crashing-program': { outcome: FAILED, error: /^sh was ended by SIGSEGV: reading row 7$/ },
  'runs-an-endless-writer': { outcome: FAILED, error: /^yes wrote more than 4 MiB$/ },
  'scribbles-in-its-list': { outcome: FAILED, error: /damaged list of outputs/ },
  spies: { outcome: FAILED },
  throws: { outcome: FAILED, error: /^The tool ended unexpectedly \(exit code 1\)\.$/ },
  'writes-one-large-file': { outcome: FAILED },
};

/** Fails the test when an attack did not end in time with the expected outcome. */
export function expectReport(tool: string, report: CompleteRequest, sandbox: SandboxName): void {
  const { outcome, error } = expected[tool]!;
  expect([outcome].flat(), report.error).toContain(report.outcome);
  expect(report.error ?? '').toMatch(error ?? /^/);
  // A fork bomb also takes the processors from the runner.
  expect(report.runtimeMs).toBeLessThan((findTool(tool)!.contract.limits.wallSeconds + 15) * 1000);
  if (tool === 'keeps-partial-output') expect(report.manifest?.size).toBeGreaterThan(0);
  if (tool === 'spies') expect(JSON.parse(report.error!)).toEqual(seen(sandbox));
}

/** Returns what a tool may see: six variables, no process of the runner, and the network only without namespaces. */
function seen(sandbox: SandboxName) {
  const environment = ['HOME', 'LC_ALL', 'OMP_NUM_THREADS', 'PATH', 'TMPDIR', 'TRACEPARENT'];
  return { environment, secrets: 0, network: sandbox === 'group' };
}
