import type { Offer } from '@rotamer/proto/jobs/v1/leases.ts';
import type { ToolContract } from '@rotamer/tools/contract.ts';
import { missingPrograms } from '@rotamer/tools/shared/native/probe.ts';

/** The tools that this machine can run: those whose programs all answer their probe. */
export async function findOffers(contracts: ToolContract[]): Promise<Offer[]> {
  const missing = await missingPrograms(contracts.flatMap((contract) => contract.requires));
  const commands = new Set(missing.map(({ command }) => command));
  return contracts
    .filter((contract) => contract.requires.every(({ command }) => !commands.has(command)))
    .map(({ id, version }) => ({ tool: id, major: Number.parseInt(version, 10) }));
}

/** Whether a runner takes a tool: one that starts pods leaves short tools to the processes of others. */
export function fits({ executor = 'process' }: ToolContract, runs: 'any' | 'process' | 'kubernetes'): boolean {
  return runs === 'any' || runs === executor;
}
