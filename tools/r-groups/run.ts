import { join } from 'node:path';
import { type Run, ToolError, type ToolRun } from '../contract.ts';
import type { MoleculeRecord } from '../shared/molecules.ts';
import { removedSmiles, rowTags, writeTsvWithTags } from '../shared/moleculeTools.ts';
import { runPython } from '../shared/native/runPython.ts';
import { Notes } from '../shared/notes.ts';
import { eachMolecule } from '../shared/rdkit/eachMolecule.ts';
import { Rdkit } from '../shared/rdkit/rdkit.ts';
import type { Description } from '../shared/rdkit/tasks/describe.ts';
import { type FromInput, readMolecules, readPatterns } from '../shared/readInputs.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { Rejects } from '../shared/rejects.ts';
import { refuseSmarts } from '../shared/smarts.ts';
import { check } from './check.ts';
import { core as coreSlot, molecules } from './tool.ts';

interface Read {
  record: FromInput<MoleculeRecord>;
  parent: Description;
}

interface Groups {
  core: string;
  groups: Record<string, string>;
  /** Sets of atoms of the molecule that fit the core. */
  places: number;
}

/** The result of decompose.py. A row is null where the molecule does not have the core. */
interface Decomposed {
  smarts: string;
  atoms: number;
  bonds: number;
  found: 'given' | 'largest' | 'not all examined';
  rows: (Groups | { unread: true } | null)[];
}

const NO_CORE = 'without the core';
const NOT_ALL = 'the time of max_seconds was over before all was examined: there may be a larger common core';
const SEVERAL =
  'the core fits it at several places; its groups are those around the place that suits the other molecules';

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings));
  const { records, ...read } = readMolecules(job.inputs, molecules, job.settings.name_tag);
  const [core] = readPatterns(job.inputs, coreSlot).records;
  const notes = new Notes(job);
  notes.read(read);
  const rejects = new Rejects(job);
  const parents: Read[] = [];
  await using rdkit = new Rdkit();
  if (core) await refuseSmarts(rdkit, [{ smarts: core.text, path: `${core.inputPath}.content: line ${core.line}` }]);
  const options = { parent: job.settings.remove_salts as boolean };
  const progress = { total: 2 * records.length };
  for await (const { record, result } of eachMolecule(
    { job, rdkit, rejects, notes },
    records,
    'describe',
    options,
    progress,
  ))
    parents.push({ record, parent: result });
  if (parents.length === 0) return rejects.explainNothing();
  const found = await decompose(job, parents, core?.text ?? null);
  if (!found) return;
  write(job, parents, found, { notes, rejects, coreInputs: core ? [core.inputId] : [] });
  job.progress(progress.total, progress.total);
};

/** Returns undefined when the job was stopped. */
function decompose({ settings, workdir, signal }: ToolRun, parents: Read[], core: string | null) {
  if (signal.aborted) return undefined;
  const { atoms, bonds, rings, only_marked, max_seconds } = settings;
  return runPython<Decomposed>({
    script: join(import.meta.dirname, 'decompose.py'),
    request: {
      ...{ molecules: parents.map(({ parent }) => parent.smiles), core, atoms, bonds, rings },
      names: parents.map(({ record }) => record.name),
      ...{ onlyMarked: only_marked, seconds: max_seconds },
    },
    cwd: workdir,
    signal,
  });
}

interface Writing {
  notes: Notes;
  rejects: Rejects;
  /** Id of the input with the core, if one was given. */
  coreInputs: string[];
}

function write(job: ToolRun, parents: Read[], { rows, ...core }: Decomposed, { notes, rejects, coreInputs }: Writing) {
  const done: (Read & Groups)[] = [];
  const without: Read[] = [];
  for (const [i, { record, parent }] of parents.entries()) {
    const row = rows[i]!;
    if (row === null) without.push({ record, parent });
    else if ('unread' in row) rejects.add(record, 'RDKit in Python does not read it');
    else done.push({ record, parent, ...row });
  }
  if (done.length === 0) throw new ToolError(`none of ${parents.length} molecules has the core ${core.smarts}`);
  for (const { record } of without) notes.leftOut(record.inputId, record.name, 'molecule', [record.name], NO_CORE);
  const place = { sourceInputIds: [...new Set([...done.map(({ record }) => record.inputId), ...coreInputs])] };
  if (core.found === 'not all examined') notes.warn(place.sourceInputIds[0]!, 'core', NOT_ALL);
  job.item('core', { ...core, molecules: done.length }, place);
  for (const { record, parent, ...row } of done) {
    if (row.places > 1) notes.warn(record.inputId, record.name, SEVERAL, record.line);
    const { name, inputId } = record;
    const fields = { name, smiles: parent.smiles, core: row.core, groups: row.groups, core_places: row.places };
    const value = { ...fields, removed_fragments: removedSmiles(parent), ...rowTags(record) };
    job.item('molecules', value, { sourceInputIds: [inputId, ...coreInputs] });
  }
  job.file('core_smarts', 'core.smarts', `${core.smarts} core\n`, place);
  const columns = positionsOf(done);
  const table = done.map(({ record, parent, core, groups }) => {
    return { name: record.name, smiles: parent.smiles, core, ...emptyOf(columns), ...groups, record };
  });
  job.file('groups_table', 'groups.tsv', writeTsvWithTags(['name', 'smiles', 'core', ...columns], table), place);
}

/** Returns the names of all positions, R2 before R10. */
const positionsOf = (rows: Groups[]): string[] =>
  [...new Set(rows.flatMap(({ groups }) => Object.keys(groups)))].sort(
    (a, b) => Number(a.slice(1)) - Number(b.slice(1)),
  );

const emptyOf = (columns: string[]) => Object.fromEntries(columns.map((column) => [column, '']));
