import { describe, expect, it } from 'vitest';
import { findTool } from '../../catalogue.ts';
import type { Settings } from '../../contract.ts';
import { structureText, ubiquitinWith } from '../../testing/testStructures.ts';
import { checkRequest } from '../checkRequest.ts';

/** Ubiquitin, followed by chain B 30 Å away, which has the matching lines of ubiquitin. */
function withSecondChain(atoms: RegExp, last: number): string {
  const second = ubiquitinWith((line) => {
    const x = (Number(line.slice(30, 38)) + 30).toFixed(3).padStart(8);
    const isWanted = atoms.test(line.slice(12, 16)) && Number(line.slice(22, 26)) <= last;
    return isWanted ? `${line.slice(0, 21)}B${line.slice(22, 30)}${x}${line.slice(38)}` : [];
  });
  return `${ubiquitinWith((line) => line)}TER\n${second}`;
}

const messages = (id: string, text: string, settings: Settings = {}) => {
  const { contract, check } = findTool(id)!;
  const inputs = [structureText(contract.slots[0]!.id, text)];
  return checkRequest(contract, check, inputs, settings).verdict.problems.map(({ message }) => message);
};

const needSideChains = [
  'freesasa',
  'interface',
  'pka',
  'pocket-detect',
  'protonate',
  'structure-quality',
  'surface-area',
];

describe.each(needSideChains)('%s', (id) => {
  it('refuses a chain with only CA atoms, and names the other chains', () => {
    expect(messages(id, withSecondChain(/^ CA /, 5))).toEqual([
      "chain 'B' has CA atoms only; to go on without, choose 'A' by the setting `chains` (structure-prepare has it, too)",
    ]);
  });

  it('refuses a chain without side chains, and names the tool that builds them', () => {
    expect(messages(id, withSecondChain(/^ (N|CA|C|O) /, 5))).toEqual([
      expect.stringMatching(
        /^chain 'B' has no whole side chain; structure-repair builds them; to go on without, choose 'A'/,
      ),
    ]);
  });
});

it('is accepted by tools that can do without such a chain', () => {
  for (const id of ['dssp', 'backbone-torsions', 'contact-map', 'structure-summary', 'structure-prepare'])
    expect(messages(id, withSecondChain(/^ CA /, 5))).toEqual([]);
  const text = withSecondChain(/^ CA /, 5);
  for (const id of ['freesasa', 'pka', 'protonate']) expect(messages(id, text, { chains: ['A'] })).toEqual([]);
});

it('counts two residues without side chains as a gap, not as an incomplete chain', () => {
  expect(messages('freesasa', withSecondChain(/^ (N|CA|C|O) /, 2))).toEqual([]);
});
