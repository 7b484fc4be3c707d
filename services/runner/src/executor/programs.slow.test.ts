// @module-tag native

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { quietLog } from '@rotamer/kit/testing/quietLog.ts';
import { contract as dssp } from '@rotamer/tools/dssp/tool.ts';
import { contract as electrostatics } from '@rotamer/tools/electrostatics/tool.ts';
import { contract as gromacsMinimize } from '@rotamer/tools/gromacs-minimize/tool.ts';
import { contract as mafft } from '@rotamer/tools/mafft/tool.ts';
import { contract as pocketDetect } from '@rotamer/tools/pocket-detect/tool.ts';
import { completeSettings } from '@rotamer/tools/shared/completeSettings.ts';
import { readTestData } from '@rotamer/tools/testdata/read.ts';
import { ion } from '@rotamer/tools/testing/longInputs.ts';
import { quickSettings } from '@rotamer/tools/testing/quickSettings.ts';
import { describeWithPrograms } from '@rotamer/tools/testing/testNative.ts';
import { peptide } from '@rotamer/tools/testing/testProteins.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { attemptFolder, type JobFile, OUTPUT_LIST } from '../child/jobFile.ts';
import { makeAttemptFolder } from './attemptFolders.ts';
import { chooseSandbox } from './chooseSandbox.ts';
import { createProcessExecutor } from './processExecutor.ts';
import type { Sandbox } from './sandbox.ts';

let folder: string;
let sandbox: Sandbox;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'programs-'));
  await chmod(folder, 0o755); // a root runner's tools run as nobody
  sandbox = await chooseSandbox('auto', folder, quietLog).catch(() => chooseSandbox('group', folder, quietLog));
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ubiquitin = readTestData('structures/1ubq.pdb');
const structure = { slotId: 'structure', kind: 'structure', format: 'PDB' };

const cases = [
  // A shell script that calls a dozen programs, and a program that reads its dictionaries.
  {
    contract: mafft,
    input: { slotId: 'sequences', kind: 'protein', format: 'FASTA' },
    text: readTestData('globins3.fasta'),
    says: '"port":"summary"',
  },
  {
    contract: dssp,
    input: structure,
    text: ubiquitin,
    says: '"hbonds":53',
  },
  // A script with temporary files.
  { contract: pocketDetect, input: structure, text: ubiquitin, says: '"pocket_atoms":0' },
  // A program that starts with MPI, and one that queries the processors.
  {
    contract: electrostatics,
    input: { ...structure, slotId: 'pqr', format: 'PQR' },
    text: ion,
    says: '"net_charge":1',
  },
  { contract: gromacsMinimize, input: structure, text: peptide().text, says: '"converged":' },
];

for (const { contract, input, text, says } of cases) {
  const describe = await describeWithPrograms(contract);
  describe('the strongest sandbox of this machine', () => {
    it(`runs the programs of ${contract.id}`, async () => {
      const attempt = attemptFolder(join(folder, contract.id));
      await makeAttemptFolder(attempt);
      await writeFile(join(attempt.inputs, '0'), text);
      const { settings } = completeSettings(contract, quickSettings[contract.id] ?? {});
      const job: JobFile = { tool: contract.id, settings, settingProblems: [], inputs: [{ id: 'a', ...input }] };
      await writeFile(attempt.jobFile, JSON.stringify(job));
      const order = { root: attempt.root, tool: contract.id, limits: contract.limits, onProgress: () => {} };
      const ending = await createProcessExecutor(sandbox).execute(order).ended;
      const said = readFileSync(join(attempt.outputs, OUTPUT_LIST), 'utf8');
      expect(said).toContain(says);
      expect(ending).toMatchObject({ kind: 'ended', code: 0 });
    });
  });
}
