import { describe, expect, it } from 'vitest';
import { checkRequest } from '../shared/checkRequest.ts';
import { samples } from '../shared/example/samples.ts';
import { ion, pqrInput } from '../testing/longInputs.ts';
import { apbsInput, gridAround, parseEnergy, writePqr } from './apbsInput.ts';
import { check } from './check.ts';
import { parsePqr } from './readPqr.ts';
import { contract } from './tool.ts';

const verdict = (text: string, settings = {}) => checkRequest(contract, check, [pqrInput(text)], settings).verdict;

describe('refuses', () => {
  it.each([
    ['nothing', '', /^the content is empty$/],
    ['junk', 'hello\nworld\n', /^no ATOM or HETATM line$/],
    [
      'a PDB file',
      samples.structure!.text,
      /^line 2: '\S+' where x, y, z, charge and radius are expected: .*protonate/,
    ],
    ['a B-factor as radius', ion.replace('3.00', '20.86'), /^line 1: a radius of 20\.86 Å: this is not a PQR file/],
    ['a charge that no atom has', ion.replace(' 1.00', '42.00'), /^line 1: a charge of 42/],
    ['a broken number', ion.replace('0.000', '0.0xx'), /^line 1: '0\.0xx' where/],
    ['words missing', 'ATOM 1 2 3\n', /^line 1: 'ATOM' where/],
    ['atoms without radii', ion.replace('3.00', '0.00'), /^no atom has a radius$/],
    ['atoms without charges', ion.replace('1.00', '0.00'), /^no atom has a charge$/],
    ['atoms far apart', ion + ion.replace(' 0.000', '900.000'), /^the molecule is 900 Å long, the limit is 300 Å$/],
    ['too many atoms', ion.repeat(50_001), /^line 50001: more than 50000 atoms$/],
  ])('%s', (_, text, message) => {
    expect(verdict(text).problems[0]).toEqual({
      path: 'input.inputs[0].content',
      message: expect.stringMatching(message),
    });
  });

  it('other formats', () => {
    const input = { ...pqrInput(samples.structure!.text), format: 'PDB' };
    const { problems } = checkRequest(contract, check, [input], {}).verdict;
    expect(problems).toMatchObject([{ path: 'input.inputs[0].format' }]);
  });
});

it('reserves a minute for a small molecule, and more for a large one', () => {
  expect(verdict(ion).estimatedMinutes).toBe(1);
  expect(verdict(ion.repeat(40_000), { grid: 'fine' }).estimatedMinutes).toBeGreaterThan(1.5);
});

describe('the input of APBS', () => {
  const { atoms } = parsePqr(ion);
  const settings = { grid: 'coarse', solute_dielectric: 1, solvent_dielectric: 78.54, ion_concentration: 0.15 };
  const grid = gridAround(atoms, settings);

  it('has the fine grid of psize, and a coarse one that is at least 40 Å longer than the molecule', () => {
    expect(grid).toEqual({ points: 65, coarse: [46, 46, 46], fine: [10.2, 10.2, 10.2] });
    const long = [...atoms, { ...atoms[0]!, point: [94, 0, 0] as const }];
    expect(gridAround(long, settings)).toEqual({ points: 65, coarse: [170, 46, 46], fine: [120, 10.2, 10.2] });
  });

  it('is the molecule in a salt solution, and in a medium like itself', () => {
    const text = apbsInput('a.pqr', 'potential', grid, settings);
    const [solvated, reference] = text.split('elec name ').slice(1);
    expect(solvated).toContain('ion charge -1 conc 0.15 radius 2.0\nwrite pot dx potential\n');
    expect(solvated).toContain('pdie 1\nsdie 78.54\n');
    expect(reference).toContain('pdie 1\nsdie 1\n');
    expect(reference).not.toMatch(/ion|write/);
    expect(apbsInput('a.pqr', 'potential', grid, { ...settings, ion_concentration: 0 })).not.toContain('ion charge');
  });

  it('contains no text of the user', () => {
    expect(writePqr(parsePqr(ion.replace('ION', "'$(")).atoms)).toBe(
      'ATOM 1 X MOL 1 0.000 0.000 0.000 1.0000 3.0000\nEND\n',
    );
  });
});

it('reads the energy that APBS printed', () => {
  const line = '  Global net ELEC energy = -2.288862784913E+02 kJ/mol\n';
  expect(parseEnergy(`  Local net energy (PE 0) = -1.0E+00 kJ/mol\n${line}`)).toBeCloseTo(-228.886, 3);
  expect(parseEnergy(line.replace('-2.288862784913E+02', '-nan'))).toBeNaN();
  expect(parseEnergy('')).toBeNaN();
});

it('reads the first of several models, and counts them', () => {
  const model = (number: number, atoms: string) => `MODEL        ${number}\n${atoms}ENDMDL\n`;
  const two = ion + ion.replace(' 0.000', '12.000');
  expect(parsePqr(model(1, two) + model(2, two))).toMatchObject({ atoms: { length: 2 }, models: 2 });
  expect(parsePqr(two + model(2, ion))).toMatchObject({ atoms: { length: 2 }, models: 2 });
  expect(parsePqr(model(1, two))).toMatchObject({ atoms: { length: 2 }, models: 1 });
  expect(parsePqr(two)).toMatchObject({ atoms: { length: 2 }, models: 1 });
});
