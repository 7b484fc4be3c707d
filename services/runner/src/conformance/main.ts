// npm run tools:check -- <folder or id> [--json]: whether a tool is what runners rely on, in a runner's own sandbox.

import { parseArgs } from 'node:util';
import { createLog } from '@rotamer/kit/process/log.ts';
import { removeFolder } from '../executor/attemptFolders.ts';
import { chooseSandbox } from '../executor/chooseSandbox.ts';
import { ownTemporaryFolder } from '../executor/ownFolder.ts';
import { openRunnerFolder } from '../executor/runnerFolder.ts';
import { conform, type Finding } from './conform.ts';
import { findSubject } from './subject.ts';

const USAGE = `npm run tools:check -- <folder with a tool.yaml, or id of a built-in tool> [--json]

ROTAMER_SANDBOX names the sandbox, as for a runner; by default a strong one is needed.`;

/** 0: it conforms; 1: it does not; 2: the call is wrong. */
async function main(args: string[]): Promise<number> {
  const call = parse(args);
  if (!call) {
    console.error(USAGE);
    return 2;
  }
  const subject = findSubject(call.name);
  if ('problems' in subject) {
    const findings = subject.problems.map((detail): Finding => ({ check: 'file', result: 'failed', detail }));
    return report(findings, call.json);
  }
  const findings: Finding[] = [
    { check: 'file', result: 'ok', detail: `${subject.contract.id} ${subject.contract.version}` },
  ];
  if (!call.json) show(findings[0]!);
  const log = createLog('tools:check', 'error', { write: (line) => process.stderr.write(line) });
  const runnerFolder = await openRunnerFolder(ownTemporaryFolder('rotamer-check'), log);
  try {
    const sandbox = await chooseSandbox(wantedSandbox(), runnerFolder, log);
    for await (const finding of conform(subject, { sandbox, runnerFolder })) {
      findings.push(finding);
      if (!call.json) show(finding);
    }
  } finally {
    await removeFolder(runnerFolder);
  }
  return call.json ? report(findings, true) : exitCode(findings);
}

function parse(args: string[]): { name: string; json: boolean } | undefined {
  try {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { json: { type: 'boolean' } } });
    return positionals.length === 1 ? { name: positionals[0]!, json: values.json ?? false } : undefined;
  } catch {
    return undefined;
  }
}

function wantedSandbox() {
  const wanted = process.env.ROTAMER_SANDBOX;
  return wanted === 'bwrap' || wanted === 'unshare' || wanted === 'group' ? wanted : 'auto';
}

function report(findings: Finding[], json: boolean): number {
  if (json) console.log(JSON.stringify({ conforms: exitCode(findings) === 0, findings }));
  else findings.forEach(show);
  return exitCode(findings);
}

function show({ check, result, detail }: Finding): void {
  console.log(`${check.padEnd(18)} ${result.padEnd(8)} ${detail}`);
}

function exitCode(findings: Finding[]): number {
  return findings.some(({ result }) => result === 'failed') ? 1 : 0;
}

process.exitCode = await main(process.argv.slice(2));
