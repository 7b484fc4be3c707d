import { describe, expect, it } from 'vitest';
import { ToolError } from '../contract.ts';
import { checkRequest } from '../shared/checkRequest.ts';
import { refusesBadStructures } from '../shared/structure/refusals.ts';
import { structureInput } from '../shared/structure/testStructures.ts';
import { check } from './check.ts';
import { countAtoms } from './countAtoms.ts';
import { contract } from './tool.ts';

describe('refuses', () => {
  refusesBadStructures({ contract, check }, 'structure', 'protein');

  it.each(['A//CA --to=pdb', '$(id)', "A'", 'x'.repeat(101)])('the selection %s', (select) => {
    const { problems } = checkRequest(contract, check, [structureInput('structure', '1ubq.pdb')], { select }).verdict;
    expect(problems[0]!.path).toBe('settings.select');
  });
});

it('fails the job when Gemmi wrote no atoms', () => {
  expect(() => countAtoms('HEADER\nEND\n', 'PDB')).toThrow(ToolError);
  expect(() => countAtoms('data_x\n_entry.id x\n', 'MMCIF')).toThrow(ToolError);
  expect(() => countAtoms('{"data_x": {"entry": {"id": ["x"]}}}', 'MMJSON')).toThrow(ToolError);
});
