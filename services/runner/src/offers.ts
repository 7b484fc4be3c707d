import type { Offer } from '@rotamer/proto/jobs/v1/leases.ts';
import type { ToolContract } from '@rotamer/tools/contract.ts';
import { missingPrograms } from '@rotamer/tools/shared/native/probe.ts';

type Executor = 'any' | 'process' | 'kubernetes';

/**
 * Returns the tools that this runner can run: those whose programs all answer their probe here. If the runner starts pods, tools with their
 * image are included without a probe. `known`: a folder with answers of earlier starts (knownAnswers.ts).
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

/** Splits tools into those that need no program, and the others. */
export function needOfPrograms(contracts: ToolContract[]): [own: ToolContract[], others: ToolContract[]] {
  const own = contracts.filter(({ requires }) => requires.length === 0);
  return [own, contracts.filter((contract) => !own.includes(contract))];
}

/** Returns whether a runner takes a tool. A runner that starts pods leaves short tools to runners that start processes. */
export function fits({ executor = 'process' }: ToolContract, runs: Executor): boolean {
  return runs === 'any' || runs === executor;
}
