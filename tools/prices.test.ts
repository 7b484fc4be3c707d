import { describe, expect, it } from 'vitest';
import { type CatalogueEntry, findTool, tools } from './catalogue.ts';
import { completeSettings } from './shared/completeSettings.ts';
import { soundInputs } from './testing/soundInputs.ts';

/** Returns the price of a request whose slot has a saved file with `records` records. */
function creditsFor({ contract, check }: CatalogueEntry, slotId: string, records: number): number {
  const inputs = soundInputs(contract).map((input) =>
    input.slotId === slotId ? { ...input, text: undefined, records } : input,
  );
  const { problems, units } = check(inputs, completeSettings(contract, {}).settings);
  expect(problems).toEqual([]);
  if (contract.credit.mode !== 'fixed') throw new Error(`${contract.id} has no fixed price`);
  return contract.credit.base + contract.credit.perUnit * units;
}

describe('a fixed price grows with the work', () => {
  it.each([
    ['clustal-omega', 'sequences', [200, 1], [201, 2], [4_000, 20]],
    ['phmmer-search', 'database', [10_000, 1], [10_001, 2]],
    ['hmm-search', 'database', [10_000, 1], [200_000, 20]],
    ['domain-scan', 'profiles', [25_000, 1], [30_000, 2]],
    ['cd-hit', 'sequences', [50_000, 1], [50_001, 2], [500_000, 10]],
    ['fasttree', 'alignment', [500, 2], [501, 4]],
    ['molecule-descriptors', 'molecules', [1_000, 1], [1_001, 2]],
    ['molecule-filter', 'molecules', [1_000, 1], [1_001, 2]],
    ['molecule-similarity', 'library', [1_000, 1], [1_001, 2]],
    ['substructure-search', 'molecules', [1_000, 1], [1_001, 2]],
    ['molecule-cluster', 'molecules', [1_000, 1], [1_001, 2]],
    ['ligand-prepare', 'ligands', [50, 1], [51, 2]],
    ['ligand-convert', 'ligands', [1_000, 1]],
    ['molecule-convert', 'molecules', [10_000, 1]],
    ['kalign', 'sequences', [10_000, 1]],
  ] as [string, string, ...[number, number][]][])('%s', (id, slot, ...steps) => {
    for (const [records, credits] of steps)
      expect(creditsFor(findTool(id)!, slot, records), `${records}`).toBe(credits);
  });
});

it('an example of a tool with a fixed price costs more than 0 and at most 2 credits', () => {
  for (const { contract, check } of tools) {
    const { credit } = contract;
    if (credit.mode !== 'fixed') continue;
    const { units } = check(soundInputs(contract), completeSettings(contract, {}).settings);
    const credits = credit.base + credit.perUnit * units;
    expect(credits, contract.id).toBeGreaterThan(0);
    expect(credits, contract.id).toBeLessThanOrEqual(2);
  }
});

it('tools that take minutes are metered, and reserve credits', () => {
  for (const { contract, check } of tools) {
    if (contract.credit.mode !== 'metered_runtime') continue;
    const { estimatedMinutes } = check(soundInputs(contract), completeSettings(contract, {}).settings);
    expect(estimatedMinutes, contract.id).toBeGreaterThan(0);
  }
});
