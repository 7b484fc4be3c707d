import { join } from 'node:path';
import type { Run, ToolRun } from '../contract.ts';
import { runPython } from '../shared/native/runPython.ts';
import { Notes } from '../shared/notes.ts';
import { goOn } from '../shared/pause.ts';
import { numbered, PICTURE } from '../shared/ports.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { normaliseNoted, noteResidues } from '../shared/structure/noteStructure.ts';
import { readStructures, type StructureRecord } from '../shared/structure/readStructures.ts';
import { selectionOf } from '../shared/structure/selection.ts';
import { findAtom, type Residue } from '../shared/structure/structure.ts';
import { pointOf } from '../shared/structure/vectors.ts';
import { check } from './check.ts';
import { correlation } from './correlation.ts';
import { hasNode, motion } from './motions.ts';
import { mobilityPicture } from './picture.ts';
import { structures } from './tool.ts';

/** The result of networks.py for one network. */
interface Network {
  eigenvalues: number[];
  shares: number[];
  collectivities: number[];
  fluctuations: number[];
  /** Only of the anisotropic network: three numbers for each residue. Each vector has length 1. */
  vectors: number[][];
}

interface Networks {
  anm: Network;
  gnm: Network;
}

type Record = StructureRecord & { inputId: string };

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings));
  const { records } = readStructures(job.inputs, structures, 'protein', selectionOf(job.settings));
  const notes = new Notes(job);
  for (const [i, record] of records.entries()) {
    const residues = nodesOf(job, record, notes);
    const { anm_cutoff, gnm_cutoff, modes } = job.settings;
    const found = await runPython<Networks>({
      script: join(import.meta.dirname, 'networks.py'),
      request: { points: residues.map((residue) => pointOf(findAtom(residue, 'CA')!)), anm_cutoff, gnm_cutoff, modes },
      cwd: job.workdir,
      signal: job.signal,
    });
    if (!found) return;
    write(job, record, residues, found, i + 1);
    job.progress(i + 1, records.length);
    if (!(await goOn(job.signal))) return;
  }
};

/** Returns the residues with an alpha carbon. Records all other residues as left out. */
function nodesOf(job: ToolRun, record: Record, notes: Notes): Residue[] {
  const options = { keepHydrogens: false, mseToMet: false, altloc: job.settings.altloc as string };
  const chains = normaliseNoted(notes, record, options);
  const all = chains.flatMap(({ polymer, ligands, waters }) => [...polymer, ...ligands, ...waters]);
  noteResidues(
    notes,
    record,
    all.filter((residue) => !hasNode(residue)),
    'only alpha carbons are nodes of the networks',
  );
  return all.filter(hasNode);
}

/** Rounds to six significant digits. Further digits differ between processors. */
const digits = (value: number) => Number(value.toPrecision(6));

function write(job: ToolRun, record: Record, residues: Residue[], found: Networks, count: number): void {
  const { name, inputId, structure } = record;
  const place = { sourceInputIds: [inputId] };
  const bs = residues.map((residue) => (structure.bFactors === 'b' ? findAtom(residue, 'CA')!.bFactor : null));
  const known = bs.every((b) => b !== null) ? bs : undefined;
  const correlationOf = ({ fluctuations }: Network) => (known ? correlation(fluctuations, known) : null);
  job.item(
    'summary',
    {
      structure: name,
      residues: residues.length,
      anm_correlation: correlationOf(found.anm),
      gnm_correlation: correlationOf(found.gnm),
    },
    place,
  );
  for (const network of ['anm', 'gnm'] as const)
    for (const [i, eigenvalue] of found[network].eigenvalues.entries()) {
      const { shares, collectivities } = found[network];
      const row = {
        eigenvalue: digits(eigenvalue),
        share: digits(shares[i]!),
        collectivity: digits(collectivities[i]!),
      };
      job.item('modes', { structure: name, network, mode: i + 1, ...row }, place);
    }
  const rows = residues.map(({ chain, number, insertion, name: residue }, i) => {
    const [anm, gnm] = [found.anm, found.gnm].map(({ fluctuations }) => digits(fluctuations[i]!)) as [number, number];
    return { chain, number, insertion, residue, anm, gnm, b_factor: bs[i]! };
  });
  for (const row of rows) job.item('residues', { structure: name, ...row }, place);
  const { files, amplitude } = job.settings as { files: number; amplitude: number };
  for (const [i, vector] of found.anm.vectors.slice(0, files).entries())
    job.file('motions', numbered(`motion-${count}`, i + 1, 'pdb'), motion(residues, vector, amplitude), place);
  const mobile = rows.map((row) => ({ ...row, seq: `${row.number}${row.insertion}`, b: row.b_factor }));
  job.file(PICTURE, numbered('mobility', count, 'svg'), mobilityPicture(name, mobile), place);
}
