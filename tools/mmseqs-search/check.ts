import type { Check, DatasetSize, Problem, Settings, ToolInput } from '../contract.ts';
import { kindOfDataset } from '../shared/datasets/reference.ts';
import { columnProblems } from '../shared/native/columnProblems.ts';
import { refuseShort } from '../shared/native/mmseqs.ts';
import { readSearch } from '../shared/native/readSearch.ts';
import { database, kmerLengths, queries, tableColumns } from './tool.ts';

/** 500 queries of 455 residues against 9.1 million took 13 s on two cores. */
const PAIRS_PER_MINUTE = 1e13;

export const check: Check = (inputs, settings, dataset) => {
  const { queries: asked, database: searched, problems, pairs } = readSearch(inputs, queries, database, dataset);
  problems.unshift(...mixedKinds(inputs));
  if (problems.length === 0)
    problems.push(...refuseShort(queries.id, asked.records), ...refuseShort(database.id, searched.records));
  problems.push(...seedProblems(inputs, settings, dataset), ...columnProblems(settings, tableColumns));
  if (problems.length > 0) return { problems, units: 0 };
  return {
    problems,
    units: 1,
    estimatedMinutes: Math.max(1, (Number(settings.iterations) * pairs) / PAIRS_PER_MINUTE),
  };
};

/** Returns a problem for a slot that mixes proteins and DNA. */
function mixedKinds(inputs: ToolInput[]): Problem[] {
  const first = new Map<string, string>();
  return inputs.flatMap(({ slotId, kind }, i) => {
    const wanted = first.get(slotId) ?? kind;
    first.set(slotId, wanted);
    if (kind === wanted) return [];
    return [
      {
        path: `input.inputs[${i}].kind`,
        message: `slot '${slotId}' has ${wanted} already: it takes one kind at a time`,
      },
    ];
  });
}

interface SeedSettings extends Settings {
  kmer_length: number;
  dna_search: string;
  matrix: string;
  iterations: number;
}

/** Returns the problems of settings with which MMseqs2 cannot search, or which it would ignore. */
function seedProblems(inputs: ToolInput[], settings: Settings, dataset?: DatasetSize): Problem[] {
  const { kmer_length, dna_search, matrix, iterations } = settings as SeedSettings;
  const kinds = [...inputs.map(({ kind }) => kind), ...(dataset ? [kindOfDataset(dataset)] : [])];
  const byBases = dna_search === 'nucleotides' && kinds.every((kind) => kind === 'dna');
  const [least, most] = kmerLengths[byBases ? 'dna' : 'protein'];
  const problems: Problem[] = [];
  if (kmer_length !== 0 && (kmer_length < least || kmer_length > most))
    problems.push({
      path: 'settings.kmer_length',
      message: `words of ${byBases ? 'bases' : 'residues'} have a length of ${least} to ${most}, or 0 for its own`,
    });
  if (iterations > 1 && kinds.includes('dna'))
    problems.push({
      path: 'settings.iterations',
      message: 'profiles are made of proteins only: set 1, or translate the sequences with the tool translate',
    });
  problems.push(...(byBases ? [] : gapProblems(settings)));
  if (byBases && matrix !== 'BLOSUM62')
    problems.push({ path: 'settings.matrix', message: 'DNA that is compared base by base has its own matrix' });
  return problems;
}

/** Least cost to open a gap for which MMseqs2 14 has statistics with BLOSUM62, by the cost to extend it. */
const LEAST_OPEN: Record<number, number> = { 1: 9, 2: 6 };

/** Returns the problem of costs with which MMseqs2 fails. Costs with other matrices are judged in the run. */
function gapProblems({ matrix, gap_open, gap_extend }: Settings): Problem[] {
  const [open, extend] = [gap_open === -1 ? 11 : Number(gap_open), gap_extend === -1 ? 1 : Number(gap_extend)];
  const least = LEAST_OPEN[extend] ?? 0;
  const isCheap = extend === 0 || (matrix === 'BLOSUM62' && open < least);
  const known = extend === 0 ? 'gap_extend is at least 1' : `with gap_extend ${extend}, gap_open is at least ${least}`;
  const message = `MMseqs2 has no statistics for ${matrix} with gap costs ${open},${extend}: ${known}`;
  return isCheap ? [{ path: 'settings.gap_open', message }] : [];
}
