import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Run, ToolRun } from '../contract.ts';
import { runPython } from '../shared/native/runPython.ts';
import { Notes } from '../shared/notes.ts';
import { PICTURE } from '../shared/ports.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { writeModels } from '../shared/structure/models.ts';
import { normalise } from '../shared/structure/normalise.ts';
import { noteChanges, noteReading, noteResidues } from '../shared/structure/noteStructure.ts';
import { readStructures, type StructureRecord } from '../shared/structure/readStructures.ts';
import { selectionOf } from '../shared/structure/selection.ts';
import { type Atom, atomsOf, type Residue, residueName } from '../shared/structure/structure.ts';
import { rounded } from '../shared/structure/vectors.ts';
import { writePdb } from '../shared/structure/writePdb.ts';
import { check } from './check.ts';
import { rmsdPicture, rmsfPicture } from './pictures.ts';
import { aminoAcids, readFrames } from './readFrames.ts';
import { trajectory } from './tool.ts';

/** The result of analyse.py, in ångström. Frames, atoms and residues are counted from 0. */
interface Analysis {
  rmsd: number[];
  rg: number[];
  rmsf: [residue: number, rmsf: number][];
  /** The frames of each cluster, beginning with its representative. */
  clusters: number[][];
  /** The coordinates of the representatives. */
  placed: [number, number, number][][];
  /** Null when the frames have no hydrogens. */
  hbonds: [donor: number, acceptor: number, share: number][] | null;
}

type Record = StructureRecord & { inputId: string };

const FILE = 'first.pdb';
const COORDINATES = 'coordinates.bin';

/** Maximum number of representatives that are written. Further clusters only have rows. */
const MAX_REPRESENTATIVES = 50;

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings));
  const record = readStructures(job.inputs, trajectory, 'protein', selectionOf(job.settings)).records[0]!;
  const frames = readFrames(job, record.structure.models);
  stage(job.workdir, frames);
  const found = await askPython(job, frames.length);
  if (!found) return;
  write(job, record, frames, found);
  leaveNotes(job, record, found);
};

/** Writes the frames. Residues get consecutive numbers, and the names of their parents, whose bonds MDTraj knows. */
function stage(folder: string, frames: Residue[][]): void {
  const residues = frames[0]!.map((residue, i) => ({
    ...residue,
    name: residue.parent ?? residue.name,
    number: (i % 9_999) + 1,
    insertion: '',
    isHet: false,
  }));
  writeFileSync(join(folder, FILE), writePdb(residues, { id: null }));
  const values = frames.flatMap((frame) => atomsOf(frame).flatMap(({ x, y, z }) => [x, y, z]));
  writeFileSync(join(folder, COORDINATES), new Uint8Array(Float64Array.from(values).buffer));
}

function askPython(job: ToolRun, frames: number): Promise<Analysis | undefined> {
  const { atoms, reference, cluster_cutoff, hbond_share } = job.settings;
  return runPython<Analysis>({
    script: join(import.meta.dirname, 'analyse.py'),
    request: {
      file: FILE,
      coordinates: COORDINATES,
      frames,
      atoms,
      reference,
      cutoff: cluster_cutoff,
      share: hbond_share,
    },
    cwd: job.workdir,
    signal: job.signal,
    onProgress: (done, total) => job.progress(done, total),
  });
}

function write(job: ToolRun, { name, inputId }: Record, frames: Residue[][], found: Analysis): void {
  const place = { sourceInputIds: [inputId] };
  const { rmsd, rg, rmsf, clusters, hbonds } = found;
  const [residues, atoms] = [frames[0]!, atomsOf(frames[0]!)];
  const clusterOf = new Map(clusters.flatMap((of, i) => of.map((frame) => [frame, i + 1] as const)));
  const others = rmsd.filter((_, i) => i !== (job.settings.reference as number) - 1);
  const summary = {
    ...{ structure: name, frames: frames.length, atoms: atoms.length },
    ...{ mean_rmsd: rounded(mean(others)), max_rmsd: rounded(Math.max(...rmsd)), mean_rg: rounded(mean(rg)) },
    ...{ clusters: clusters.length, hbonds: hbonds?.length ?? 0 },
  };
  job.item('summary', summary, place);
  for (const [i, value] of rmsd.entries())
    job.item('frames', { frame: i + 1, rmsd: rounded(value), rg: rounded(rg[i]!), cluster: clusterOf.get(i) }, place);
  for (const [i, value] of rmsf) {
    const { chain, number, insertion, name: residue } = residues[i]!;
    job.item('residues', { chain, number, insertion, residue, rmsf: rounded(value) }, place);
  }
  const owners = residues.flatMap((residue) => residue.atoms.map((atom) => `${residueName(residue)} ${atom.name}`));
  for (const [donor, acceptor, share] of hbonds ?? [])
    job.item('hbonds', { donor: owners[donor], acceptor: owners[acceptor], share: rounded(share, 4) }, place);
  for (const [i, of] of clusters.entries()) {
    const row = { cluster: i + 1, frames: of.length, share: rounded(of.length / frames.length, 4) };
    job.item('clusters', { ...row, representative: of[0]! + 1 }, place);
  }
  job.file('representatives', 'representatives.pdb', representatives(residues, found), place);
  job.file(PICTURE, 'rmsd.svg', rmsdPicture(name, rmsd), place);
  const ofResidue = new Map(rmsf);
  const axis = residues.map(({ chain, number, insertion }) => ({ chain, seq: `${number}${insertion}` }));
  job.file(
    PICTURE,
    'rmsf.svg',
    rmsfPicture(
      name,
      axis,
      residues.map((_, i) => ofResidue.get(i) ?? null),
    ),
    place,
  );
}

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Returns a model for each cluster, superposed on the reference. */
function representatives(residues: Residue[], { placed }: Analysis): string {
  const models = placed.slice(0, MAX_REPRESENTATIVES).map((points) => {
    let at = 0;
    const move = (atom: Atom): Atom => {
      const [x, y, z] = points[at++]!;
      return { ...atom, x, y, z };
    };
    return residues.map((residue) => ({ ...residue, atoms: residue.atoms.map(move) }));
  });
  return writeModels(models);
}

function leaveNotes(job: ToolRun, record: Record, { hbonds }: Analysis): void {
  const notes = new Notes(job);
  const { inputId, name, structure, left } = record;
  // All models are used, so do not note models as left out.
  noteReading(notes, { ...record, structure: { ...structure, models: 1 }, left: { ...left, model: 1 } });
  const options = { keepHydrogens: true, mseToMet: false, altloc: job.settings.altloc as string };
  const { chains, changes } = normalise(structure, options);
  noteChanges(notes, record, changes);
  const used = new Set(chains.flatMap(aminoAcids));
  const others = chains.flatMap(({ polymer, ligands, waters }) => [...polymer, ...ligands, ...waters]);
  noteResidues(
    notes,
    record,
    others.filter((residue) => !used.has(residue)),
    'only amino acids are analysed',
  );
  if (hbonds === null)
    notes.warn(inputId, name, 'the frames have no hydrogens, so there are no hydrogen bonds to look for');
}
