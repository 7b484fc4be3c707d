import type { Problem, Settings, ToolInput } from '../contract.ts';
import { firstProteinChain, missingChain, proteinChain } from '../shared/structure/firstChain.ts';
import { readStructures } from '../shared/structure/readStructures.ts';
import { selectionOf } from '../shared/structure/selection.ts';
import type { Structure } from '../shared/structure/structure.ts';
import { MAX_CHAIN, mobiles as mobileSlot, reference as referenceSlot } from './tool.ts';

type Read = ReturnType<typeof readStructures>['records'][number];

/** One chain of one structure. */
export interface ChainOf extends Read {
  chain: string;
  length: number;
}

const EACH = '*';
const MIN_CHAIN = 3;

/**
 * Returns the chain of the reference, and the chains to align with it. Each has at most as many residues as TM-align
 * takes.
 */
export function readPairs(inputs: ToolInput[], settings: Settings) {
  const read = (slot: typeof mobileSlot, side: 'reference' | 'mobile') =>
    readStructures(inputs, slot, 'protein', {
      ...selectionOf({ model: settings[`${side}_model`], residues: settings[`${side}_residues`] }),
      writesPdb: false,
    });
  const [references, others] = [read(referenceSlot, 'reference'), read(mobileSlot, 'mobile')];
  const problems: Problem[] = [...references.problems, ...others.problems];
  if (problems.length > 0) return { problems, reference: undefined, mobiles: [] };
  const chosen = (records: Read[], wanted: string) =>
    records.flatMap((record) => {
      const found = chainsOf(record.structure, wanted);
      if (typeof found === 'string') problems.push({ path: `${record.inputPath}.content`, message: found });
      return typeof found === 'string' ? [] : found.map((each) => ({ ...record, ...each }));
    });
  const [reference] = chosen(references.records, settings.reference_chain as string);
  const mobiles = chosen(others.records, settings.mobile_chain as string);
  return { problems, reference, mobiles };
}

/** Returns the chains of a structure to align, or a text with the reason why there are none. */
function chainsOf(structure: Structure, wanted: string): { chain: string; length: number }[] | string {
  const each = structure.chains
    .map(({ id }) => id)
    .filter((id) => proteinChain(structure, id).residues.length >= MIN_CHAIN);
  const ids = wanted === EACH ? each : [wanted || firstProteinChain(structure).id];
  const missing = wanted === EACH ? undefined : missingChain(structure, wanted);
  if (missing) return missing;
  const chains = ids.map((chain) => ({ chain, length: proteinChain(structure, chain).residues.length }));
  const unfit = chains.find(({ length }) => length < MIN_CHAIN || length > MAX_CHAIN);
  if (!unfit) return chains;
  return unfit.length < MIN_CHAIN
    ? `its chain ${unfit.chain} has ${unfit.length} amino acids, at least ${MIN_CHAIN} are needed`
    : `its chain ${unfit.chain} has ${unfit.length} amino acids, the limit is ${MAX_CHAIN}`;
}
