import { describe, expect, it } from 'vitest';
import { ToolError } from '../contract.ts';
import { checkRequest } from '../shared/checkRequest.ts';
import { readTestData } from '../testdata/read.ts';
import { refusesBadStructures } from '../testing/structureRefusals.ts';
import { structureText, ubiquitinWith } from '../testing/testStructures.ts';
import { check } from './check.ts';
import { parsePqr, parsePropka } from './parse.ts';
import { contract } from './tool.ts';

describe('refuses', () => refusesBadStructures({ contract, check }, 'structure', 'backbone'));

describe('protonate refuses what PDB2PQR cannot complete', () => {
  const messages = (text: string, settings: object = {}) =>
    checkRequest(contract, check, [structureText('structure', text)], { ...settings }).verdict.problems.map(
      ({ message }) => message,
    );
  const onlyAtoms = (wanted: RegExp, from: number) =>
    ubiquitinWith((line) => (Number(line.slice(22, 26)) < from || wanted.test(line.slice(12, 16)) ? line : []));

  it('more than a tenth of the atoms missing, and names the tool that adds them', () => {
    expect(messages(onlyAtoms(/^ (N|CA|C|O|CB) /, 0))).toEqual([
      '227 of 601 heavy atoms of amino acids are missing, PDB2PQR completes 10 % at most; structure-repair adds them',
    ]);
    // The last ten residues lack 28 of 601 heavy atoms.
    expect(messages(onlyAtoms(/^ (N|CA|C|O|CB) /, 67))).toEqual([]);
  });

  it('case S12a: a chain of CA atoms, and lists the chains to choose from', () => {
    const text = readTestData('cases/structure/S12a_second_chain_CA_only.pdb');
    expect(messages(text)).toEqual([
      expect.stringMatching(/^chain 'B' has CA atoms only; to go on without, choose 'A' by the setting `chains`/),
    ]);
    expect(messages(text, { chains: ['A'] })).toEqual([]);
  });
});

describe('what the programs wrote', () => {
  it('is groups with their pKa, and the isoelectric points', () => {
    const text = [
      'SUMMARY OF THIS PREDICTION',
      '       Group      pKa  model-pKa   ligand atom-type',
      '   ASP  21 A     3.36       3.80                      ',
      '   N+    1 A     8.07       8.00                      ',
      'The pI is  7.07 (folded) and  7.26 (unfolded)',
    ].join('\n');
    expect(parsePropka(text)).toEqual({
      groups: [
        { group: 'ASP', residue: 21, chain: 'A', pka: 3.36, model_pka: 3.8 },
        { group: 'N+', residue: 1, chain: 'A', pka: 8.07, model_pka: 8 },
      ],
      charges: [],
      pi_folded: 7.07,
      pi_unfolded: 7.26,
    });
  });

  it('fails the job without atoms or a summary', () => {
    expect(() => parsePropka('')).toThrow(ToolError);
    expect(() => parsePqr('REMARK\n')).toThrow(ToolError);
  });
});
