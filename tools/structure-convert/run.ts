import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Run, Settings, ToolInput } from '../contract.ts';
import { readOutput } from '../shared/native/outputs.ts';
import { programs } from '../shared/native/programs.ts';
import { runPython } from '../shared/native/runPython.ts';
import { Notes } from '../shared/notes.ts';
import { goOn } from '../shared/pause.ts';
import { numbered } from '../shared/ports.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { readStructures } from '../shared/structure/readStructures.ts';
import { residuesOf, type Structure } from '../shared/structure/structure.ts';
import { check } from './check.ts';
import { type Counts, countAtoms, countsOf, refuseLoss, type Target } from './countAtoms.ts';
import { isOldPdb } from './oldPdb.ts';
import { withModels } from './tidyPdb.ts';
import { structures } from './tool.ts';

/** Port and file extension of each format. */
const targets = {
  PDB: { port: 'pdb', ending: 'pdb' },
  MMCIF: { port: 'mmcif', ending: 'cif' },
  MMJSON: { port: 'mmjson', ending: 'json' },
} as const;

const SCRIPT = join(import.meta.dirname, 'convert.py');
const INPUT = 'in';
const RESIDUES = 'residues.json';

/** Numbers of atoms in each model, as Gemmi read and wrote them. */
interface Converted {
  atoms_in: number[];
  atoms_out: number[];
  /** New letters of chains whose ids do not fit in a PDB file. */
  renamed: Record<string, string>;
}

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings));
  const { records } = readStructures(job.inputs, structures, 'polymer', { writesPdb: false });
  const to = job.settings.to as Target;
  const { port, ending } = targets[to];
  const notes = new Notes(job);
  for (const [i, { name, structure, inputId }] of records.entries()) {
    const source = job.inputs.find(({ id }) => id === inputId)!;
    writeFileSync(join(job.workdir, INPUT), source.format === 'MMCIF' ? source.text : withModels(source.text));
    writeFileSync(join(job.workdir, RESIDUES), JSON.stringify(residuesByAtom(structure)));
    const out = `out-${i}`;
    const found = await runPython<Converted>({
      script: SCRIPT,
      request: { file: INPUT, residues: RESIDUES, out, to, ...flags(source, job.settings) },
      cwd: job.workdir,
      signal: job.signal,
    });
    if (!found) return;
    const given = countsOf(structure);
    refuseLoss(name, given, modelsOf(found.atoms_in), 'read');
    const text = readOutput(programs.python, join(job.workdir, out));
    const written = countAtoms(text, to);
    if (keepsAll(job.settings)) refuseLoss(name, given, written, 'wrote');
    const place = { sourceInputIds: [inputId] };
    const file = numbered('structure', i + 1, ending);
    const row = { atoms_in: given.atoms, atoms_out: written.atoms, models: written.models };
    job.item('converted', { structure: name, file, ...row }, place);
    job.file(port, file, text, place);
    const renamed = Object.entries(found.renamed).map(([id, letter]) => `chain ${id} is ${letter}`);
    if (renamed.length > 0) notes.warn(inputId, name, `in the PDB file ${renamed.join(', ')}`);
    for (const warning of structure.warnings) notes.warn(inputId, name, warning);
    job.progress(i + 1, records.length);
    if (!(await goOn(job.signal))) return;
  }
};

const modelsOf = (atoms: number[]): Counts => ({ models: atoms.length, atoms: atoms[0] ?? 0 });

/**
 * Returns the identity of each residue, by each of its atoms. Gemmi reads names of four letters and chains without ids
 * differently.
 */
function residuesByAtom(structure: Structure): Record<string, unknown> {
  return Object.fromEntries(
    residuesOf(structure).flatMap(({ atoms, chain, class: kind, name, number, insertion }, i) =>
      atoms.map((atom) => {
        const [x, y, z] = [atom.x, atom.y, atom.z].map((value) => value.toFixed(3));
        return [`${atom.name} ${x} ${y} ${z}`, [chain, kind, name, number, insertion, i]];
      }),
    ),
  );
}

const keepsAll = ({ remove_waters, remove_ligands_waters, remove_hydrogens, select }: Settings) =>
  !remove_waters && !remove_ligands_waters && !remove_hydrogens && select === '';

function flags({ format, text }: ToolInput & { text: string }, settings: Settings) {
  const { remove_waters, remove_ligands_waters, remove_hydrogens, select } = settings;
  return {
    from: format,
    old_pdb: format !== 'MMCIF' && isOldPdb(text),
    ...{ remove_waters, remove_ligands_waters, remove_hydrogens, select },
  };
}
