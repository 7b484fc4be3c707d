import type { Run } from '../contract.ts';
import type { MoleculeRecord } from '../shared/molecules.ts';
import { rowTags, writeTsvWithTags } from '../shared/moleculeTools.ts';
import { Notes } from '../shared/notes.ts';
import { eachMolecule } from '../shared/rdkit/eachMolecule.ts';
import { Rdkit } from '../shared/rdkit/rdkit.ts';
import { readMolecules, readPatterns } from '../shared/readInputs.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { Rejects } from '../shared/rejects.ts';
import { refuseSmarts } from '../shared/smarts.ts';
import { writeSmilesList } from '../shared/smilesList.ts';
import { check } from './check.ts';
import { molecules, patterns as patternSlot } from './tool.ts';

/** Limit of matches in a row, so that a row stays small for any pattern. */
const MAX_MATCHES = 100;

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings));
  const { records, ...read } = readMolecules(job.inputs, molecules, job.settings.name_tag);
  const notes = new Notes(job);
  notes.read(read);
  const asked = readPatterns(job.inputs, patternSlot);
  notes.read(asked);
  const patterns = asked.records;
  const rejects = new Rejects(job);
  const rows: { name: string; smiles: string; pattern: string; matches: number; record: MoleculeRecord }[] = [];
  const hits: { smiles: string; record: MoleculeRecord }[] = [];
  const sources = new Set(patterns.map(({ inputId }) => inputId));
  let valid = 0;
  await using rdkit = new Rdkit();
  await refuseSmarts(
    rdkit,
    patterns.map(({ text, line, inputPath }) => ({ smarts: text, path: `${inputPath}.content: line ${line}` })),
  );
  const options = { smarts: patterns.map(({ text }) => text), maxMatches: MAX_MATCHES };
  for await (const { record, result } of eachMolecule({ job, rdkit, rejects, notes }, records, 'match', options)) {
    valid++;
    const { name, inputId } = record;
    sources.add(inputId);
    const found = patterns.map((pattern, i) => ({ pattern, matches: result.atoms[i]! }));
    for (const { pattern, matches } of found) {
      if (matches.length === 0) continue;
      const place = { sourceInputIds: [...new Set([inputId, pattern.inputId])] };
      job.item('matches', { name, pattern: pattern.name, matches, ...rowTags(record) }, place);
      rows.push({ name, smiles: result.smiles, pattern: pattern.name, matches: matches.length, record });
    }
    if (found.some(({ matches }) => matches.length > 0)) hits.push({ smiles: result.smiles, record });
  }
  if (valid === 0) return rejects.explainNothing();
  const place = { sourceInputIds: [...sources] };
  if (hits.length > 0) job.file('hits', 'hits.smi', writeSmilesList(hits), place);
  job.file('hits_table', 'hits.tsv', writeTsvWithTags(['name', 'smiles', 'pattern', 'matches'], rows), place);
};
