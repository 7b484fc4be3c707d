import { join } from 'node:path';
import type { Run, Settings } from '../contract.ts';
import { type SequenceRecord, writeFasta } from '../shared/fasta.ts';
import { runPython } from '../shared/native/runPython.ts';
import { asDna } from '../shared/native/safeIds.ts';
import { Notes } from '../shared/notes.ts';
import { type FromInput, readSequences } from '../shared/readInputs.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { rounded } from '../shared/structure/vectors.ts';
import { check, holdsProduct } from './check.ts';
import { sequences } from './tool.ts';

interface Primer {
  /** Position of the 5′ end on the forward strand, from 1. */
  start: number;
  length: number;
  sequence: string;
  tm: number;
  gc: number;
  hairpin: number;
  dimer: number;
}

interface Pair {
  product: number;
  penalty: number;
  pair_dimer: number;
  forward: Primer;
  reverse: Primer;
}

interface Designed {
  pairs: Pair[];
  /** Primer3's counts of the candidates it considered, and of the reasons for rejecting them. */
  explain: string;
}

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings));
  const read = readSequences(job.inputs, sequences);
  const notes = new Notes(job);
  notes.read(read);
  const { target_start, target_length } = job.settings as { target_start: number; target_length: number };
  const holdsTarget = ({ sequence }: SequenceRecord) =>
    target_start === 0 || target_start + target_length - 1 <= sequence.length;
  const records = read.records.filter((record) => holdsTarget(record) && holdsProduct(record, job.settings));
  for (const record of read.records.filter((one) => !records.includes(one))) {
    const { inputId, name, sequence } = record;
    const why = holdsTarget(record)
      ? `is shorter than product_min, ${job.settings.product_min}`
      : 'ends before the target';
    notes.leftOut(inputId, name, 'record', [name], `it has ${sequence.length} bases and ${why}`);
  }
  const designed = await runPython<Designed[]>({
    script: join(import.meta.dirname, 'primers.py'),
    request: {
      // RNA is amplified as its DNA.
      templates: records.map(({ sequence }) => asDna(sequence)),
      target: target_start > 0 ? [target_start, target_length] : null,
      options: optionsOf(job.settings),
    },
    cwd: job.workdir,
    signal: job.signal,
    onProgress: (done, total) => job.progress(done, total),
  });
  if (!designed) return;
  const primers: { name: string; sequence: string }[] = [];
  const products: { name: string; sequence: string }[] = [];
  const sources = new Set<string>();
  for (const [i, record] of records.entries()) {
    const { pairs, explain } = designed[i]!;
    const { name, inputId } = record;
    if (pairs.length === 0)
      notes.leftOut(inputId, name, 'record', [name], `no pair of primers fits the settings: ${explain}`.slice(0, 500));
    else sources.add(inputId);
    for (const [rank, pair] of pairs.entries()) {
      job.item(
        'pairs',
        { sequence: name, pair: rank + 1, ...rowOf(pair) },
        { sourceInputIds: [inputId], rank: rank + 1 },
      );
      primers.push({ name: `${name}_${rank + 1}_F`, sequence: pair.forward.sequence });
      primers.push({ name: `${name}_${rank + 1}_R`, sequence: pair.reverse.sequence });
      products.push({ name: `${name}_${rank + 1}`, sequence: productOf(record, pair) });
    }
  }
  if (primers.length === 0) return;
  const place = { sourceInputIds: [...sources] };
  job.file('primers', 'primers.fasta', writeFasta(primers), place);
  job.file('products', 'products.fasta', writeFasta(products), place);
};

const productOf = ({ sequence }: FromInput<SequenceRecord>, { forward, reverse }: Pair) =>
  asDna(sequence.slice(forward.start - 1, reverse.start));

function rowOf({ product, penalty, pair_dimer, forward, reverse }: Pair) {
  const primer = ({ start, length, sequence, ...figures }: Primer) => ({
    start,
    length,
    sequence,
    tm: rounded(figures.tm, 2),
    gc: rounded(figures.gc, 2),
    hairpin: rounded(figures.hairpin, 2),
    dimer: rounded(figures.dimer, 2),
  });
  const pair = { product, penalty: rounded(penalty, 4), pair_dimer: rounded(Math.max(0, pair_dimer), 2) };
  return { ...pair, forward: primer(forward), reverse: primer(reverse) };
}

/**
 * Returns Primer3's options, by the names in its manual. Melting temperatures and salt correction of SantaLucia, PNAS
 * 95 (1998) 1460-1465.
 */
const optionsOf = (settings: Settings) => ({
  PRIMER_NUM_RETURN: settings.pairs,
  PRIMER_PRODUCT_SIZE_RANGE: [[settings.product_min, settings.product_max]],
  PRIMER_MIN_SIZE: settings.length_min,
  PRIMER_OPT_SIZE: settings.length_best,
  PRIMER_MAX_SIZE: settings.length_max,
  PRIMER_MIN_TM: settings.tm_min,
  PRIMER_OPT_TM: settings.tm_best,
  PRIMER_MAX_TM: settings.tm_max,
  PRIMER_MIN_GC: settings.gc_min,
  PRIMER_MAX_GC: settings.gc_max,
  PRIMER_GC_CLAMP: settings.gc_clamp,
  PRIMER_SALT_MONOVALENT: settings.sodium_mm,
  PRIMER_SALT_DIVALENT: settings.magnesium_mm,
  PRIMER_DNTP_CONC: settings.dntp_mm,
  PRIMER_DNA_CONC: settings.primer_nm,
  PRIMER_TM_FORMULA: 1,
  PRIMER_SALT_CORRECTIONS: 1,
  PRIMER_THERMODYNAMIC_OLIGO_ALIGNMENT: 1,
  PRIMER_MAX_NS_ACCEPTED: 0,
  PRIMER_EXPLAIN_FLAG: 1,
});
