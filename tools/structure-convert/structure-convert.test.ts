import { describe, expect, it } from 'vitest';
import { ToolError } from '../contract.ts';
import { checkRequest } from '../shared/checkRequest.ts';
import { refusesBadStructures } from '../testing/structureRefusals.ts';
import { structureInput } from '../testing/testStructures.ts';
import { check } from './check.ts';
import { countAtoms } from './countAtoms.ts';
import { withModels } from './tidyPdb.ts';
import { contract } from './tool.ts';

describe('refuses', () => {
  refusesBadStructures({ contract, check }, 'structure', 'polymer');

  it.each(['A//CA --to=pdb', '$(id)', "A'", 'x'.repeat(101)])('the selection %s', (select) => {
    const { problems } = checkRequest(contract, check, [structureInput('structure', '1ubq.pdb')], { select }).verdict;
    expect(problems[0]!.path).toBe('settings.select');
  });
});

it('distinguishes END lines between frames from END lines before more atoms', () => {
  const atom = (name: string) => `ATOM      1  ${name}  ALA A   1       0.000   0.000   0.000`;
  const lines = (...all: string[]) => withModels(all.join('\n')).split('\n');
  expect(lines(atom('N '), atom('CA'), 'END', atom('N '), atom('CA'), 'END')).toEqual([
    ...['MODEL        1', atom('N '), atom('CA'), 'ENDMDL', 'MODEL        2', atom('N '), atom('CA'), 'ENDMDL', 'END'],
  ]);
  expect(lines(atom('N '), 'END', atom('CA'), 'END')).toEqual([atom('N '), atom('CA'), 'END']);
  expect(lines(atom('N '), atom('CA'), 'END')).toEqual([atom('N '), atom('CA'), 'END']);
});

it('numbers models again, and writes records in upper case', () => {
  const atom = (x: number) => `ATOM      1  N   ALA A   1    ${x.toFixed(3).padStart(8)}   0.000   0.000`;
  const two = [1, 2].map((x) => ['', `MODEL        ${x}`, atom(x), 'ENDMDL'].join('\n').trim());
  const wanted = `${two.join('\n')}\nEND`;
  const same = `MODEL        1\n${atom(1)}\nENDMDL\nMODEL        1\n${atom(2)}\nENDMDL\nEND\n`;
  expect(withModels(same)).toBe(wanted);
  expect(withModels(same.replaceAll('ENDMDL\n', ''))).toBe(wanted);
  expect(withModels(same.toLowerCase().replaceAll(' a ', ' A ').replaceAll('\n', '\r'))).toBe(wanted);
  expect(withModels(`\uFEFF${same}`)).toBe(wanted);
});

it('fails the job when Gemmi wrote no atoms', () => {
  expect(() => countAtoms('HEADER\nEND\n', 'PDB')).toThrow(ToolError);
  expect(() => countAtoms('data_x\n_entry.id x\n', 'MMCIF')).toThrow(ToolError);
  expect(() => countAtoms('{"data_x": {"entry": {"id": ["x"]}}}', 'MMJSON')).toThrow(ToolError);
});
