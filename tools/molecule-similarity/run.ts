import type { Static } from 'typebox';
import type { Run, ToolRun } from '../contract.ts';
import { fingerprintOptions, type PackedBits, packBits, tanimoto } from '../shared/fingerprints.ts';
import type { MoleculeRecord } from '../shared/molecules.ts';
import { rowTags, writeTsvWithTags } from '../shared/moleculeTools.ts';
import { Notes } from '../shared/notes.ts';
import { eachMolecule } from '../shared/rdkit/eachMolecule.ts';
import { Rdkit } from '../shared/rdkit/rdkit.ts';
import { type FromInput, readMolecules } from '../shared/readInputs.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { Rejects } from '../shared/rejects.ts';
import { writeSmilesList } from '../shared/smilesList.ts';
import { check } from './check.ts';
import { library as librarySlot, queries as querySlot, type similarity } from './tool.ts';

interface Molecule {
  record: FromInput<MoleculeRecord>;
  smiles: string;
  bits: PackedBits;
}

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings));
  const { records: queryRecords, ...queriesRead } = readMolecules(job.inputs, querySlot, job.settings.name_tag);
  const { records: libraryRecords, ...libraryRead } = readMolecules(job.inputs, librarySlot, job.settings.name_tag);
  const notes = new Notes(job);
  for (const read of [queriesRead, libraryRead]) notes.read(read);
  const total = queryRecords.length + libraryRecords.length;
  const rejects = new Rejects(job);
  await using rdkit = new Rdkit();
  const read = async (records: typeof queryRecords, before: number) => {
    const molecules: Molecule[] = [];
    const options = fingerprintOptions(job.settings);
    const answers = eachMolecule({ job, rdkit, rejects, notes }, records, 'fingerprint', options, { before, total });
    for await (const { record, result } of answers)
      molecules.push({ record, smiles: result.smiles, bits: packBits(result.bits) });
    return molecules;
  };
  const queries = await read(queryRecords, 0);
  if (queries.length === 0) return rejects.explainNothing();
  const library = job.signal.aborted ? [] : await read(libraryRecords, queryRecords.length);
  if (library.length === 0) return rejects.explainNothing();
  report(job, queries, library);
};

function report(job: ToolRun, queries: Molecule[], library: Molecule[]): void {
  const rows: (Static<typeof similarity> & { record: MoleculeRecord })[] = [];
  const hits = new Set<Molecule>();
  for (const query of queries) {
    for (const [i, { molecule, coefficient }] of rank(query, library, job.settings).entries()) {
      const { record, smiles } = molecule;
      const row = { query: query.record.name, name: record.name, smiles, tanimoto: Number(coefficient.toFixed(4)) };
      job.item(
        'similarities',
        { ...row, ...rowTags(record) },
        { sourceInputIds: idsOf([query, molecule]), rank: i + 1 },
      );
      rows.push({ ...row, record });
      hits.add(molecule);
    }
  }
  if (hits.size > 0) {
    job.file('hits', 'hits.smi', writeSmilesList([...hits]), { sourceInputIds: idsOf([...hits]) });
  }
  const table = writeTsvWithTags(['query', 'name', 'smiles', 'tanimoto'], rows);
  job.file('hits_table', 'hits.tsv', table, { sourceInputIds: idsOf([...queries, ...library]) });
}

/** Ranks the library by similarity. Equal coefficients keep the order of the library. */
function rank(query: Molecule, library: Molecule[], settings: ToolRun['settings']) {
  return library
    .map((molecule) => ({ molecule, coefficient: tanimoto(query.bits, molecule.bits) }))
    .filter(({ coefficient }) => coefficient >= (settings.threshold as number))
    .sort((a, b) => b.coefficient - a.coefficient)
    .slice(0, settings.top as number);
}

function idsOf(molecules: Molecule[]): string[] {
  return [...new Set(molecules.map(({ record }) => record.inputId))];
}
