// @module-tag native

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { long } from '@rotamer/kit/testing/long.ts';
import { expect, it } from 'vitest';
import { tools } from './catalogue.ts';
import { casesOf, itFollowsTheRules } from './testing/rules/rules.ts';
import { describeWithPrograms } from './testing/testNative.ts';

/** Tools that take long. They are tried in the long form; their own tests show the rules, too. */
const slow = ['gromacs-md', 'vina-dock'];

/** Tools that take one record, or other things than the awkward input has: the test that shows the rules. */
const elsewhere: Record<string, string> = {
  'pairwise-align': 'pairwise-align/pairwise-align.test.ts',
  electrostatics: 'electrostatics/electrostatics.test.ts',
  'hmm-search': 'hmm-search/hmm-search.slow.test.ts',
  'domain-scan': 'domain-scan/domain-scan.slow.test.ts',
  'msa-search': 'msa-search/msa-search.slow.test.ts',
  'profile-search': 'profile-search/profile-search.slow.test.ts',
  'phmmer-search': 'phmmer-search/phmmer-search.slow.test.ts',
  'jackhmmer-search': 'jackhmmer-search/jackhmmer-search.slow.test.ts',
  'r-groups': 'r-groups/r-groups.slow.test.ts',
};

const tried = tools.filter(({ contract }) => !(contract.id in elsewhere));

it('has a case for each tool, or the name of another test', () => {
  expect(tried.filter(({ contract }) => casesOf(contract).length === 0).map(({ contract }) => contract.id)).toEqual([]);
  for (const file of Object.values(elsewhere)) expect(existsSync(join(import.meta.dirname, file)), file).toBe(true);
});

for (const tool of tried) {
  if (slow.includes(tool.contract.id) && !long) continue;
  const describe = await describeWithPrograms(tool.contract);
  describe(tool.contract.id, () => itFollowsTheRules(tool));
}
