import { type Run, type Settings, ToolError } from '../contract.ts';
import type { MoleculeRecord } from '../shared/molecules.ts';
import { quoted } from '../shared/problems.ts';
import { eachMolecule } from '../shared/rdkit/eachMolecule.ts';
import { Rdkit } from '../shared/rdkit/rdkit.ts';
import { type FromInput, readMolecules } from '../shared/readInputs.ts';
import { refuseProblems } from '../shared/refuse.ts';
import { refuseSmarts } from '../shared/smarts.ts';
import { writeSmilesList } from '../shared/smilesList.ts';
import { writeTsv } from '../shared/tsv.ts';
import { check } from './check.ts';
import { type FilterSettings, judge } from './judge.ts';
import { molecules } from './tool.ts';

type Molecule = FromInput<MoleculeRecord>;

export const run: Run = async (job) => {
  refuseProblems(check(job.inputs, job.settings));
  const { records } = readMolecules(job.inputs, molecules);
  const settings = job.settings as Settings & FilterSettings;
  const passed: { smiles: string; name: string }[] = [];
  const rejected: { line: number; name: string; reasons: string }[] = [];
  const sources = new Set<string>();
  let [valid, firstReason] = [0, ''];

  const report = ({ name, line, inputId }: Molecule, reasons: string[]) => {
    job.item('verdicts', { name, passed: reasons.length === 0, reasons }, { sourceInputIds: [inputId] });
    if (reasons.length > 0) rejected.push({ line, name, reasons: reasons.join('; ') });
    sources.add(inputId);
  };
  // A molecule that cannot be read has not passed either; it is in the same lists.
  const add = (record: Molecule, reason: string) => {
    firstReason ||= `${record.inputPath}.content: line ${record.line}: molecule ${quoted(record.name)}: ${reason}`;
    report(record, [reason]);
  };

  await using rdkit = new Rdkit();
  await refuseSmarts(rdkit, [...named('smarts_include', settings), ...named('smarts_exclude', settings)]);
  const smarts = [...settings.smarts_include, ...settings.smarts_exclude];
  const options = { pains: settings.pains, smarts };
  for await (const { record, result } of eachMolecule({ job, rdkit, rejects: { add } }, records, 'screen', options)) {
    valid++;
    const reasons = judge(result, settings);
    if (reasons.length === 0) passed.push({ smiles: result.smiles, name: record.name });
    report(record, reasons);
  }
  if (valid === 0 && !job.signal.aborted) throw new ToolError(`no molecule could be used; first error: ${firstReason}`);
  const place = { sourceInputIds: [...sources] };
  if (passed.length > 0) job.file('passed', 'passed.smi', writeSmilesList(passed), place);
  job.file('rejected', 'rejected.tsv', writeTsv(['line', 'name', 'reasons'], rejected), place);
};

function named(setting: 'smarts_include' | 'smarts_exclude', settings: FilterSettings) {
  return settings[setting].map((smarts, i) => ({ smarts, path: `settings.${setting}[${i}]` }));
}
