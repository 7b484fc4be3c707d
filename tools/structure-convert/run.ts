import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Run, Settings } from '../contract.ts';
import { readOutput } from '../shared/native/outputs.ts';
import { programs } from '../shared/native/programs.ts';
import { runProgram } from '../shared/native/runProgram.ts';
import { goOn } from '../shared/pause.ts';
import { numbered } from '../shared/ports.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { readStructures } from '../shared/structure/readStructures.ts';
import { check } from './check.ts';
import { atomCount, countAtoms, refuseLoss, type Target } from './countAtoms.ts';
import { isOldPdb } from './oldPdb.ts';
import { structures } from './tool.ts';

/** Port and ending of each format. */
const targets = {
  PDB: { port: 'pdb', ending: 'pdb' },
  MMCIF: { port: 'mmcif', ending: 'cif' },
  MMJSON: { port: 'mmjson', ending: 'json' },
} as const;

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings));
  const { records } = readStructures(job.inputs, structures, 'protein');
  const to = job.settings.to as Target;
  const { port, ending } = targets[to];
  for (const [i, { name, structure, inputId }] of records.entries()) {
    const source = job.inputs.find(({ id }) => id === inputId)!;
    const from = source.format === 'MMCIF' ? 'mmcif' : 'pdb';
    writeFileSync(join(job.workdir, 'in'), source.text);
    const out = `out-${i}`;
    const { stopped } = await runProgram({
      program: programs.gemmi,
      args: [
        'convert',
        `--from=${from}`,
        `--to=${to.toLowerCase()}`,
        ...options(job.settings, from, source.text),
        'in',
        out,
      ],
      cwd: job.workdir,
      signal: job.signal,
    });
    if (stopped) return;
    const text = readOutput(programs.gemmi, join(job.workdir, out));
    const [before, after] = [atomCount(structure), countAtoms(text, to)];
    if (keepsAll(job.settings)) refuseLoss(name, before, after);
    const place = { sourceInputIds: [inputId] };
    const file = numbered('structure', i + 1, ending);
    job.item('converted', { structure: name, file, atoms_in: before, atoms_out: after }, place);
    job.file(port, file, text, place);
    job.progress(i + 1, records.length);
    if (!(await goOn(job.signal))) return;
  }
};

const keepsAll = ({ remove_waters, remove_ligands_waters, remove_hydrogens, select }: Settings) =>
  !remove_waters && !remove_ligands_waters && !remove_hydrogens && select === '';

function options(settings: Settings, from: 'pdb' | 'mmcif', text: string): string[] {
  return [
    ...(settings.remove_waters ? ['--remove-waters'] : []),
    ...(settings.remove_ligands_waters ? ['--remove-lig-wat'] : []),
    ...(settings.remove_hydrogens ? ['--remove-h'] : []),
    ...(settings.select ? [`--select=${settings.select}`] : []),
    ...(settings.to === 'PDB' ? ['--shorten'] : []),
    // Without numbers in the sequence, programs that read the mmCIF find no residues.
    ...(from === 'pdb' && settings.to !== 'PDB' ? ['--force-label'] : []),
    ...(from === 'pdb' && isOldPdb(text) ? ['--old-pdb'] : []),
  ];
}
