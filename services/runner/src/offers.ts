import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Offer } from '@rotamer/proto/jobs/v1/leases.ts';
import type { ToolContract } from '@rotamer/tools/contract.ts';

const run = promisify(execFile);
const PROBE_MS = 10_000;

/** The tools that this machine can run: those whose programs all answer `--version`. */
export async function findOffers(contracts: ToolContract[]): Promise<Offer[]> {
  const programs = [...new Set(contracts.flatMap((contract) => contract.requires))];
  const answers = await Promise.all(programs.map(async (program) => [program, await answersVersion(program)] as const));
  const present = new Map(answers);
  return contracts
    .filter((contract) => contract.requires.every((program) => present.get(program)))
    .map(({ id, version }) => ({ tool: id, major: Number.parseInt(version, 10) }));
}

/** Whether a runner takes a tool: one that starts pods leaves short tools to the processes of others. */
export function fits({ executor = 'process' }: ToolContract, runs: 'any' | 'process' | 'kubernetes'): boolean {
  return runs === 'any' || runs === executor;
}

async function answersVersion(program: string): Promise<boolean> {
  try {
    await run(program, ['--version'], { timeout: PROBE_MS, killSignal: 'SIGKILL' });
    return true;
  } catch {
    return false;
  }
}
