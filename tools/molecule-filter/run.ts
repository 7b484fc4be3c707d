import { type Run, type Settings, ToolError } from '../contract.ts';
import type { MoleculeRecord } from '../shared/molecules.ts';
import { removedSmiles, rowTags, writeTsvWithTags } from '../shared/moleculeTools.ts';
import { Notes } from '../shared/notes.ts';
import { quoted } from '../shared/problems.ts';
import { eachMolecule } from '../shared/rdkit/eachMolecule.ts';
import { Rdkit } from '../shared/rdkit/rdkit.ts';
import { type FromInput, readMolecules } from '../shared/readInputs.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { refuseSmarts } from '../shared/smarts.ts';
import { writeSmilesList } from '../shared/smilesList.ts';
import { check } from './check.ts';
import { type FilterSettings, judge } from './judge.ts';
import { molecules } from './tool.ts';

type Molecule = FromInput<MoleculeRecord>;

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings));
  const { records, ...read } = readMolecules(job.inputs, molecules, job.settings.name_tag);
  const notes = new Notes(job);
  notes.read(read);
  const settings = job.settings as Settings & FilterSettings;
  const passed: { smiles: string; record: Molecule }[] = [];
  const rejected: { line: number; name: string; reasons: string; record: Molecule }[] = [];
  const sources = new Set<string>();
  let [valid, firstReason] = [0, ''];

  const report = (record: Molecule, reasons: string[], removed: string) => {
    const { name, line, inputId } = record;
    const verdict = { name, passed: reasons.length === 0, reasons, removed_fragments: removed, ...rowTags(record) };
    job.item('verdicts', verdict, { sourceInputIds: [inputId] });
    if (reasons.length > 0) rejected.push({ line, name, reasons: reasons.join('; '), record });
    sources.add(inputId);
  };
  // A molecule that cannot be read has not passed either, so it is in the same lists.
  const add = (record: Molecule, reason: string) => {
    firstReason ||= `${record.inputPath}.content: line ${record.line}: molecule ${quoted(record.name)}: ${reason}`;
    report(record, [reason], '');
  };

  await using rdkit = new Rdkit();
  await refuseSmarts(rdkit, [...named('smarts_include', settings), ...named('smarts_exclude', settings)]);
  const smarts = [...settings.smarts_include, ...settings.smarts_exclude];
  const options = { pains: settings.pains, smarts };
  for await (const { record, result } of eachMolecule(
    { job, rdkit, rejects: { add }, notes },
    records,
    'screen',
    options,
  )) {
    valid++;
    const reasons = judge(result, settings);
    if (reasons.length === 0) passed.push({ smiles: result.smiles, record });
    report(record, reasons, removedSmiles(result));
  }
  if (valid === 0 && !job.signal.aborted) throw new ToolError(`no molecule could be used; first error: ${firstReason}`);
  const place = { sourceInputIds: [...sources] };
  if (passed.length > 0) job.file('passed', 'passed.smi', writeSmilesList(passed), place);
  job.file('rejected', 'rejected.tsv', writeTsvWithTags(['line', 'name', 'reasons'], rejected), place);
};

function named(setting: 'smarts_include' | 'smarts_exclude', settings: FilterSettings) {
  return settings[setting].map((smarts, i) => ({ smarts, path: `settings.${setting}[${i}]` }));
}
