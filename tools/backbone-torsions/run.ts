import type { Run } from '../contract.ts';
import { Notes } from '../shared/notes.ts';
import { goOn } from '../shared/pause.ts';
import { numbered, PICTURE } from '../shared/ports.ts';
import { refuseProblems } from '../shared/refuse.ts';
import type { NormalisedChain } from '../shared/structure/normalise.ts';
import { normaliseNoted, noteResidues } from '../shared/structure/noteStructure.ts';
import { readStructures } from '../shared/structure/readStructures.ts';
import { selectionOf } from '../shared/structure/selection.ts';
import { findAtom, type Residue } from '../shared/structure/structure.ts';
import { cross, dot, minus, pointOf, rounded } from '../shared/structure/vectors.ts';
import { writeTsv } from '../shared/tsv.ts';
import { chiOf } from './chi.ts';
import { kindOf, qualityOf } from './quality.ts';
import { ramachandranPlot } from './ramachandran.ts';
import { MAX_OUTLIERS, structures } from './tool.ts';
import { torsionsOf } from './torsions.ts';

const COLUMNS = [
  ...['structure', 'chain', 'seq', 'res', 'phi', 'psi', 'omega', 'region', 'kind', 'quality'],
  ...['chi1', 'chi2', 'chi3', 'chi4'],
];

export const run: Run = async (job) => {
  const options = { ...selectionOf(job.settings), writesPdb: false };
  const { records, problems } = readStructures(job.inputs, structures, 'backbone', options);
  refuseProblems({ problems, units: 0 });
  const notes = new Notes(job);
  for (const [i, record] of records.entries()) {
    const { name, inputId } = record;
    const place = { sourceInputIds: [inputId] };
    const chains = normaliseNoted(notes, record, {
      ...{ keepHydrogens: false, mseToMet: false, chainIds: 'source' as const },
      altloc: job.settings.altloc as string,
    });
    const all = chains.flatMap(({ polymer, ligands, waters }) => [...polymer, ...ligands, ...waters]);
    noteResidues(
      notes,
      record,
      all.filter((residue) => residue.class !== 'protein'),
      'angles are those of amino acids',
    );
    const rows = chains.flatMap(rowsOf).map((row) => ({ structure: name, ...row }));
    const bare = all.filter(
      (residue) => residue.class === 'protein' && !['N', 'CA', 'C'].every((atom) => findAtom(residue, atom)),
    );
    noteResidues(notes, record, bare, 'without N, CA or C: its row has no angles');
    for (const row of rows) job.item('torsions', row, place);
    job.item('summary', { structure: name, ...summary(rows) }, place);
    job.file('table', numbered('torsions', i + 1, 'tsv'), writeTsv(COLUMNS, rows), place);
    job.file(PICTURE, numbered('ramachandran', i + 1, 'svg'), ramachandranPlot(name, rows), place);
    job.progress(i + 1, records.length);
    if (!(await goOn(job.signal))) return;
  }
};

const degrees = (angle: number | null) => (angle === null ? null : rounded(angle, 2));

function rowsOf({ polymer }: NormalisedChain) {
  const residues = polymer.filter((residue) => residue.class === 'protein');
  const torsions = torsionsOf(residues);
  return residues.map((residue, i) => {
    const { phi, psi, omega, region } = torsions[i]!;
    const isBonded = omega !== null;
    const next = isBonded ? residues[i + 1]?.parent : undefined;
    const kind = isMirrored(residue)
      ? null
      : kindOf(residue.parent ?? '', next ?? undefined, torsions[i - 1]?.omega ?? null);
    const [chi1, chi2, chi3, chi4] = chiOf(residue).map(degrees) as (number | null)[];
    return {
      ...{ chain: residue.chain, seq: `${residue.number}${residue.insertion}`, res: residue.name },
      ...{ phi: degrees(phi), psi: degrees(psi), omega: degrees(omega), region },
      kind,
      quality: kind === null || phi === null || psi === null ? null : qualityOf(kind, phi, psi),
      ...{ chi1: chi1!, chi2: chi2!, chi3: chi3!, chi4: chi4! },
    };
  });
}

/**
 * Whether a residue is a D-amino acid: its side chain lies on the other side of the plane of N, CA and C. The regions
 * only apply to L-amino acids.
 */
function isMirrored(residue: Residue): boolean {
  const points = ['N', 'C', 'CB', 'CA'].map((name) => findAtom(residue, name)).map((atom) => atom && pointOf(atom));
  const [n, c, cb, ca] = points;
  return n && c && cb && ca ? dot(cross(minus(n, ca), minus(c, ca)), minus(cb, ca)) < 0 : false;
}

type Row = ReturnType<typeof rowsOf>[number];

function summary(rows: Row[]) {
  const judged = rows.filter(({ quality }) => quality !== null);
  const count = (wanted: string) => judged.filter(({ quality }) => quality === wanted).length;
  const share = (wanted: string) => (judged.length === 0 ? null : rounded(count(wanted) / judged.length, 4));
  return {
    residues: rows.length,
    judged: judged.length,
    favoured: count('favoured'),
    allowed: count('allowed'),
    outliers: count('outlier'),
    favoured_fraction: share('favoured'),
    outlier_names: judged
      .filter(({ quality }) => quality === 'outlier')
      .slice(0, MAX_OUTLIERS)
      .map(({ chain, res, seq }) => `${chain}:${res}${seq}`),
  };
}
