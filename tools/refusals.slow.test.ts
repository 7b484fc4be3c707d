// @module-tag native

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { long } from '@rotamer/kit/testing/long.ts';
import { it } from 'vitest';
import { tools } from './catalogue.ts';
import { loadTool } from './loadTool.ts';
import { badRequests, expectHonest, outcomeOf } from './testing/badRequests.ts';
import { longTexts } from './testing/pairs/pairs.ts';
import { quickSettings } from './testing/quickSettings.ts';
import { describeWithPrograms } from './testing/testNative.ts';

/**
 * Each run takes seconds, so a text is tried in one of their slots, in turn. The other texts that their checks accept, such as proteins
 * of letters of bases, run in the long form, and with their known answers.
 */
const slow = ['mmseqs-search', 'msa-search', 'vina-dock', 'blast-search', 'mafft', 'ligand-prepare'];
const triedInSlow = ['rare letters', 'unknown bases'];

// Bad texts that pass the check of a tool with programs in `refusals.test.ts` are run with the program here.
for (const tool of tools.filter(({ contract }) => contract.requires.length > 0)) {
  const { id, slots } = tool.contract;
  const describe = await describeWithPrograms(tool.contract);

  describe(`${id} with its programs`, () => {
    it('fails with a reason at bad texts that its check accepts, or writes results', async () => {
      const texts = await longTexts(tool.contract);
      const requests = slots.flatMap((slot) => badRequests(tool, slot, texts));
      const ofText = Map.groupBy(requests, ({ kind, name }) => `${kind}, ${name}`);
      const inOneSlot = [...ofText.values()].map((same, i) => same[i % same.length]!);
      const few = long ? inOneSlot : inOneSlot.filter(({ name, doubtful }) => !doubtful || triedInSlow.includes(name));
      for (const request of slow.includes(id) ? few : requests) {
        const workdir = mkdtempSync(join(tmpdir(), 'rotamer-refusals-'));
        try {
          const outcome = await outcomeOf(tool, request.inputs, quickSettings[id], (await loadTool(id)).run, workdir);
          expectHonest(outcome, request, tool);
        } finally {
          rmSync(workdir, { recursive: true, force: true });
        }
      }
    });
  });
}
