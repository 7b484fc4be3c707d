import { type Run, ToolError, type ToolRun } from '../contract.ts';
import { atomsOfMolfile, bondsOfMolfile, moveAtoms, toSdf } from '../shared/ligands/molfile.ts';
import { notePrepared } from '../shared/ligands/notePrepared.ts';
import { LigandError } from '../shared/ligands/openBabel.ts';
import { atomsOfPdbqt } from '../shared/ligands/pdbqt.ts';
import { type PreparedLigand, prepareLigand } from '../shared/ligands/prepareLigand.ts';
import { type LigandRecord, readLigands } from '../shared/ligands/readLigands.ts';
import { Notes } from '../shared/notes.ts';
import { goOn } from '../shared/pause.ts';
import { dotPlot } from '../shared/pictures/dotPlot.ts';
import { COMPLEX, numbered, PICTURE, SEARCHED_BOX } from '../shared/ports.ts';
import { quoted } from '../shared/problems.ts';
import { Rdkit } from '../shared/rdkit/rdkit.ts';
import type { FromInput } from '../shared/readInputs.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { noteChanges, noteReading, noteResidues } from '../shared/structure/noteStructure.ts';
import type { Residue } from '../shared/structure/structure.ts';
import { rounded } from '../shared/structure/vectors.ts';
import { check } from './check.ts';
import { graphOfReference, rmsdsTo } from './compareWithReference.ts';
import { complexPdb, placedPdbqt, receptorResidues } from './complexPdb.ts';
import { dockLigand, STARS } from './dockLigand.ts';
import { flexibleOf } from './flexibleOf.ts';
import { interactionRows, rigidAtoms } from './interactionRows.ts';
import { withMovedSides } from './movedSides.ts';
import { ligandLines, type Pose, sideChainLines, writePoses } from './parsePoses.ts';
import { readBox } from './readBox.ts';
import { type Receptor, readReceptor } from './readReceptor.ts';
import { readReference } from './readReference.ts';
import { stageReceptor } from './stageReceptor.ts';
import { ligands as ligandSlot } from './tool.ts';
import { withinMinutes } from './withinMinutes.ts';

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings));
  const box = readBox(job.inputs, job.settings).box!;
  const [receptor] = readReceptor(job.inputs, job.settings).records as [FromInput<Receptor>];
  const flexible = flexibleOf(receptor, job.settings).places;
  if (!(await stageReceptor(job, receptor, job.settings.ph as number | null, flexible))) return;
  const { records, ...read } = readLigands(job.inputs, ligandSlot);
  const done: Docked[] = [];
  const notes = new Notes(job);
  const [given] = readReference(job.inputs).records;
  const reference = given && (await graphOfReference(job, given));
  if (given && !reference) return;
  noteReceptor(notes, receptor);
  notes.read(read);
  let firstFailure: string | undefined;
  await using rdkit = new Rdkit();
  for (const [i, record] of records.entries()) {
    const progress = (stars: number) => job.progress(i * STARS + stars, records.length * STARS);
    try {
      const found = await withinMinutes(job.signal, job.settings.max_minutes_per_ligand as number, async (signal) => {
        const part = { workdir: job.workdir, settings: job.settings, signal };
        const prepared = await prepare(part, rdkit, record);
        const poses = prepared && (await dockLigand(part, prepared.pdbqt, box, progress));
        if (!poses || !reference) return poses && { prepared, poses };
        const rmsds = await rmsdsTo(reference, part, prepared, poses);
        return rmsds && { prepared, poses: poses.map((pose, k) => ({ ...pose, rmsdReference: rmsds[k]! })) };
      });
      if (!found) break;
      notePrepared(notes, record, found.prepared);
      if (reference && found.poses.some(({ rmsdReference = null }) => rmsdReference === null))
        notes.warn(record.inputId, record.name, OTHER_MOLECULE, record.line);
      done.push({ record, number: i + 1, ...found });
    } catch (error) {
      if (!(error instanceof LigandError)) throw error;
      const { name, inputId } = record;
      job.item('failures', { ligand: name, message: error.message }, { sourceInputIds: [inputId] });
      firstFailure ??= `ligand ${quoted(name)}: ${error.message}`;
    }
    progress(STARS);
    if (!(await goOn(job.signal))) break;
  }
  if (done.length === 0 && firstFailure && !job.signal.aborted)
    throw new ToolError(`no ligand could be docked; first error: ${firstFailure}`);
  write(job, done, receptor, notes);
  if (done.length > 0) {
    const others = job.inputs.filter(({ slotId }) => slotId !== ligandSlot.id).map(({ id }) => id);
    job.file(SEARCHED_BOX, 'box.json', `${JSON.stringify(box)}\n`, { sourceInputIds: others });
  }
};

const OTHER_MOLECULE =
  'it has other heavy atoms or bonds than the reference, or too many symmetries: its poses have no rmsd_reference';

const NOT_KEPT = 'not part of the receptor: ligands may be docked into its place; the setting keep names what stays';

function noteReceptor(notes: Notes, { source, inputId }: FromInput<Receptor>): void {
  if (!('record' in source)) return;
  const from = { ...source.record, inputId };
  noteReading(notes, from);
  noteChanges(notes, from, source.changes);
  noteResidues(notes, from, source.left, NOT_KEPT);
}

type Prepared = Partial<PreparedLigand> & { pdbqt: string };

interface Docked {
  record: FromInput<LigandRecord>;
  number: number;
  prepared: Prepared;
  poses: Pose[];
}

type Part = Pick<ToolRun, 'workdir' | 'settings' | 'signal'>;

async function prepare(job: Part, rdkit: Rdkit, record: LigandRecord): Promise<Prepared | undefined> {
  if (record.format === 'PDBQT') return { pdbqt: record.text };
  const prepared = await prepareLigand({ job, rdkit }, record, {
    ph: job.settings.ph as number | null,
    generate3d: 'auto',
    seed: job.settings.seed as number,
    maxHeavyAtoms: ligandSlot.capabilities.maxHeavyAtoms as number,
  });
  if (prepared && prepared.pdbqt === undefined) throw new LigandError(prepared.problem!);
  return prepared as Prepared | undefined;
}

/**
 * Writes all outputs. Ranks are known when all are done, or when the job is stopped. Equal affinities keep the order of
 * the input.
 */
function write(job: ToolRun, done: Docked[], receptor: Receptor & { inputId: string }, notes: Notes): void {
  const residues = receptorResidues(receptor);
  const rigid = done.length > 0 ? rigidAtoms(job) : [];
  const others = job.inputs.filter(({ slotId }) => slotId !== ligandSlot.id).map(({ id }) => id);
  const vina_mode = job.settings.mode;
  const ranked = done.toSorted((a, b) => a.poses[0]!.affinity - b.poses[0]!.affinity);
  for (const [i, { record, number, prepared, poses }] of ranked.entries()) {
    const { name, inputId } = record;
    const { molfile, smiles = null } = prepared;
    const place = { sourceInputIds: [inputId, ...others], rank: i + 1 };
    for (const pose of poses) job.item('poses', { ligand: name, vina_mode, ...valuesOf(pose), smiles, number }, place);
    if (molfile) {
      for (const pose of poses)
        for (const one of interactionRows(rigid, receptor, molfile, pose))
          job.item('interactions', { ligand: name, mode: pose.mode, ...one }, place);
      const records = poses.map((pose) => toSdf(moveAtoms(molfile, pose.places), name, tagsOf(pose), record.tags));
      job.file('poses_sdf', numbered('poses', number, 'sdf'), records.join(''), place);
    }
    job.file('poses_pdbqt', numbered('poses', number, 'pdbqt'), writePoses(poses, name), place);
    const complex = residues && i < MAX_COMPLEXES && complexOf(receptor, residues, prepared, poses[0]!);
    if (complex) job.file(COMPLEX, numbered('complex', number, 'pdb'), complex, place);
    else if (i === 0) notes.warn(receptor.inputId, 'receptor', NO_COMPLEX);
  }
  if (ranked.length === 0) return;
  const rows = ranked.map(({ record, poses }) => ({ name: record.name, values: poses.map((pose) => pose.affinity) }));
  const picture = dotPlot(rows, {
    title: 'Docking scores',
    description: `Affinities of the poses of ${rows.length} ligands, the best ligand first; lower is better.`,
    axis: { title: 'Affinity (kcal/mol)', include: [0] },
    rowsAre: 'ligands',
    dots: { best: 'best pose', others: 'other poses' },
  });
  job.file(PICTURE, 'affinities.svg', picture, { sourceInputIds: job.inputs.map(({ id }) => id) });
}

const NO_COMPLEX = 'receptor and pose do not fit in one PDB file: there is no file of the complex';

/** Most complexes that are written, because a large receptor has megabytes. */
const MAX_COMPLEXES = 10;

function complexOf({ source }: Receptor, residues: Residue[], { molfile }: Prepared, best: Pose): string | undefined {
  const id = 'record' in source ? source.record.structure.id : null;
  const placed = molfile && moveAtoms(molfile, best.places);
  const ligand = placed
    ? { atoms: atomsOfMolfile(placed), bonds: bondsOfMolfile(placed) }
    : placedPdbqt(atomsOfPdbqt(ligandLines(best.text)));
  try {
    return complexPdb(withMovedSides(residues, sideChainLines(best.text)), id, ligand);
  } catch (error) {
    if (error instanceof ToolError) return undefined;
    throw error;
  }
}

const valuesOf = ({ mode, affinity, rmsdLb, rmsdUb, rmsdReference = null, inter, intra }: Pose) => ({
  mode,
  affinity_kcal_mol: affinity,
  rmsd_lb: rmsdLb,
  rmsd_ub: rmsdUb,
  rmsd_reference: rmsdReference === null ? null : rounded(rmsdReference),
  inter,
  intra,
});

/** Returns the tags of an SDF record. An unknown value has no tag. */
function tagsOf(pose: Pose): Record<string, number> {
  const { rmsd_reference, ...values } = valuesOf(pose);
  return rmsd_reference === null ? values : { ...values, rmsd_reference };
}
