import type { Check, Settings } from '../contract.ts';
import { misfitOfModel } from '../shared/msa/nucleotides.ts';
import { quoted } from '../shared/problems.ts';
import { readAlignment } from '../shared/readInputs.ts';
import { alignment, CHOOSING, DNA_MODEL } from './tool.ts';

const LEAST_REPLICATES = 1_000;
const LEAST_ROWS = 4;

export const check: Check = (inputs, settings) => {
  const { problems, records, count } = readAlignment(inputs, alignment);
  const { model, ufboot, fast } = settings as { model: string; ufboot: number; fast: boolean };
  const isFor = model === DNA_MODEL ? 'dna' : CHOOSING.includes(model) ? 'both' : 'protein';
  if (problems.length === 0)
    problems.push(...misfitOfModel(model, isFor, records, { dna: DNA_MODEL, protein: 'LG+G4' }));
  for (const { name, row, line, inputPath } of records)
    if (/^[-X?]*$/.test(row))
      problems.push({ path: `${inputPath}.content`, message: `line ${line}: row ${quoted(name)} has no residues` });
  const refuse = (message: string) => problems.push({ path: 'settings.ufboot', message });
  if (ufboot > 0 && ufboot < LEAST_REPLICATES) refuse(`must be 0, for no bootstrap, or ${LEAST_REPLICATES} and more`);
  if (ufboot > 0 && fast) refuse('a fast search has no bootstrap; set one of them only');
  if (ufboot > 0 && count > 0 && records.length > 0 && count < LEAST_ROWS)
    refuse(`a bootstrap needs at least ${LEAST_ROWS} rows, the alignment has ${count}`);
  if (problems.length > 0) return { problems, units: 0 };
  const cells = count * count * (records[0]?.row.length ?? 0);
  return { problems, units: 1, estimatedMinutes: Math.max(2, (cells / CELLS_PER_MINUTE) * effort(settings)) };
};

/** 45 rows of 154 columns took 45 s on one core: the time grows with the square of the rows. */
const CELLS_PER_MINUTE = (45 * 45 * 154) / 0.75;

function effort({ model, ufboot, fast }: Settings): number {
  const ofModel = CHOOSING.includes(model as string) ? 2 : 1;
  return fast ? 0.02 * ofModel : ofModel + ((ufboot as number) > 0 ? 1 : 0);
}
