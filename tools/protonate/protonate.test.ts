import { describe, expect, it } from 'vitest';
import { ToolError } from '../contract.ts';
import { refusesBadStructures } from '../shared/structure/refusals.ts';
import { check } from './check.ts';
import { parsePqr, parsePropka } from './parse.ts';
import { contract } from './tool.ts';

describe('refuses', () => refusesBadStructures({ contract, check }, 'structure', 'backbone'));

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
