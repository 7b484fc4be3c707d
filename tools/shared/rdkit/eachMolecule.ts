import type { ToolRun } from '../../contract.ts';
import type { MoleculeRecord } from '../molecules.ts';
import { noteMolecule } from '../moleculeTools.ts';
import type { Notes } from '../notes.ts';
import { goOn } from '../pause.ts';
import type { FromInput } from '../readInputs.ts';
import type { Rejects } from '../rejects.ts';
import type { Rdkit } from './rdkit.ts';
import type { TaskName, TaskOptions, TaskResult } from './tasks/tasks.ts';

type Molecule = FromInput<MoleculeRecord>;

/** The progress of a loop over a part of the job's molecules, within all of them. */
interface Progress {
  before?: number;
  total?: number;
}

/**
 * Runs a task with each molecule in turn. Yields the molecules that RDKit accepts, with their results; the others
 * become rejected rows. Notes what was left out, reports progress, and returns early when the job is stopped.
 */
export async function* eachMolecule<Name extends TaskName>(
  { job, rdkit, rejects, notes }: { job: ToolRun; rdkit: Rdkit; rejects: Pick<Rejects, 'add'>; notes: Notes },
  records: Molecule[],
  task: Name,
  options: TaskOptions<Name>,
  { before = 0, total = records.length }: Progress = {},
): AsyncGenerator<{ record: Molecule; result: TaskResult<Name> }> {
  for (const [i, record] of records.entries()) {
    const { result, reason } = await rdkit.ask(task, record, options);
    if (reason === undefined) {
      noteMolecule(notes, record, result as TaskResult<Name>);
      yield { record, result: result as TaskResult<Name> };
    } else rejects.add(record, reason);
    job.progress(before + i + 1, total);
    if (!(await goOn(job.signal))) return;
  }
}
