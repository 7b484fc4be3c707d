import type { Offer } from '@rotamer/proto/jobs/v1/leases.ts';
import type { ToolContract } from '@rotamer/tools/contract.ts';
import { missingPrograms } from '@rotamer/tools/shared/native/probe.ts';

type Executor = 'any' | 'process' | 'kubernetes';

/**
 * The tools that this runner can run: those whose programs all answer their probe here, or which bring them in an image of
 * their own where the runner starts pods. `known`: a folder with answers of earlier starts (knownAnswers.ts).
 */
export async function findOffers(contracts: ToolContract[], executor: Executor, known?: string): Promise<Offer[]> {
  const here = contracts.filter(({ image }) => image === undefined || executor !== 'kubernetes');
  const missing = await missingPrograms(
    here.flatMap((contract) => contract.requires),
    known,
  );
  const commands = new Set(missing.map(({ command }) => command));
  return contracts
    .filter((contract) => !here.includes(contract) || contract.requires.every(({ command }) => !commands.has(command)))
    .map(({ id, version }) => ({ tool: id, major: Number.parseInt(version, 10) }));
}

/** The tools that need no program, and the others. */
export function needOfPrograms(contracts: ToolContract[]): [own: ToolContract[], others: ToolContract[]] {
  const own = contracts.filter(({ requires }) => requires.length === 0);
  return [own, contracts.filter((contract) => !own.includes(contract))];
}

/** Whether a runner takes a tool: one that starts pods leaves short tools to the processes of others. */
export function fits({ executor = 'process' }: ToolContract, runs: Executor): boolean {
  return runs === 'any' || runs === executor;
}
