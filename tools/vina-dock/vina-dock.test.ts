import { describe, expect, it } from 'vitest';
import type { ToolInput } from '../contract.ts';
import { checkRequest } from '../shared/checkRequest.ts';
import { completeSettings } from '../shared/completeSettings.ts';
import { parseLigandPdbqt } from '../shared/ligands/pdbqt.ts';
import type { Residue } from '../shared/structure/structure.ts';
import { readTestData } from '../testdata/read.ts';
import { refusesBadStructures } from '../testing/structureRefusals.ts';
import { brokenLigands, brokenPdbqt, dockedLigand, ligandInput, smilesInput } from '../testing/testLigands.ts';
import { structureText } from '../testing/testStructures.ts';
import { check } from './check.ts';
import { complexPdb } from './complexPdb.ts';
import { dockLigand } from './dockLigand.ts';
import { parsePoses, writePoses } from './parsePoses.ts';
import { readReceptor } from './readReceptor.ts';
import { boxInput, kinase, site } from './testing/testDocking.ts';
import { contract } from './tool.ts';
import { withinMinutes } from './withinMinutes.ts';

const verdictOf = (inputs: ToolInput[], settings: object = site) =>
  checkRequest(contract, check, inputs, settings).verdict;
const problemsOf = (inputs: ToolInput[], settings?: object) => verdictOf(inputs, settings).problems;
const ligand = smilesInput('CO methanol');
const box = (text: string) => boxInput(text);

describe('refuses as the receptor', () => {
  refusesBadStructures(
    { contract, check: (inputs, settings) => check(inputs, { ...settings, ...site }) },
    'receptor',
    'polymer',
    [ligand],
  );

  it.each([
    ['', /^the content is empty$/],
    ['hello\n', /^no ATOM or HETATM line$/],
    [
      'ROOT\nATOM      1  C   UNL     1       0.000   0.000   0.000  0.00  0.00    +0.000 C \n',
      /^the file has ROOT lines/,
    ],
    [
      'MODEL 1\nATOM      1  C   UNL     1       0.000   0.000   0.000  0.00  0.00    +0.000 C \nENDMDL\n'.repeat(2),
      /^the file has 2 models, which would lie on each other: send one receptor$/,
    ],
    [
      'ATOM      1  C   ALA     1       0.000   0.000   0.000  1.00  0.00           C  \n',
      /^line 1: no charge in columns 71-76: this is PDB/,
    ],
    [
      'ATOM      1  C   UNL     1       0.000   0.000   0.000  0.00  0.00    +0.000 C \n atom      2\n',
      /^line 2: ' atom {6}2' is not a line of PDBQT$/,
    ],
  ])('PDBQT %j', (text, message) => {
    expect(problemsOf([structureText('receptor', text, 'PDBQT'), ligand])).toEqual([
      { path: 'input.inputs[0].content', message: expect.stringMatching(message) },
    ]);
  });
});

describe('the part of the receptor that the settings choose', () => {
  const atom = (model: number, chain: string, residue: number, name: string, i: number) =>
    `ATOM  ${String(i).padStart(5)}  ${name.padEnd(3)} GLY ${chain}${String(residue).padStart(4)}    ${(10 * model + i).toFixed(3).padStart(8)}${(chain === 'A' ? 0 : 50).toFixed(3).padStart(8)}${(3 * residue).toFixed(3).padStart(8)}  1.00  0.00           ${name[0]}\n`;
  const chain = (model: number, id: string) =>
    [1, 2, 3, 4].map((residue) => ['N', 'CA', 'C', 'O'].map((name, i) => atom(model, id, residue, name, i)).join(''));
  const model = (number: number) =>
    `MODEL        ${number}\n${chain(number, 'A').join('')}TER\n${chain(number, 'B').join('')}ENDMDL\n`;
  const input = structureText('receptor', model(1) + model(2));
  const read = (settings: object) =>
    readReceptor([input], completeSettings(contract, settings).settings).records[0]!.points;

  it('is all of the first model by default', () => {
    expect(read({})).toHaveLength(32);
    expect(read({})[0]).toEqual([10, 0, 3]);
  });

  it('is a model, chains, or residues', () => {
    expect(read({ model: 2 })[0]).toEqual([20, 0, 3]);
    expect(read({ chains: ['B'] }).map(([, y]) => y)).toEqual(Array(16).fill(50));
    expect(read({ residues: 'A:2-4' }).map(([, , z]) => z / 3)).toEqual([2, 3, 4].flatMap((n) => Array(4).fill(n)));
  });

  it('cannot be chosen of a PDBQT', () => {
    const text = 'ATOM      1  C   UNL     1       0.000   0.000   0.000  0.00  0.00    +0.000 C \n';
    expect(problemsOf([structureText('receptor', text, 'PDBQT'), ligand], { ...site, chains: ['A'] })).toMatchObject([
      { path: 'settings.chains', message: expect.stringContaining('taken as it is') },
    ]);
  });
});

it('refuses a residue to keep that the receptor lacks', () => {
  expect(problemsOf([kinase(), ligand], { ...site, keep: ['XYZ'] })).toEqual([
    {
      path: 'settings.keep[0]',
      message: expect.stringMatching(/^the receptor has no residue 'XYZ' to keep: beside its chains it has /),
    },
  ]);
});

describe('refuses as flexible side chains', () => {
  it.each([
    ['B:999', /^'B:999': the receptor has no such residue$/],
    ['A:315', /^'A:315': the receptor has no such residue$/],
    ['THR 315', /^'THR 315' is not a residue such as `A:315`$/],
    ['B:315, B:315', /^a residue is named twice$/],
    ['B:1,B:2,B:3,B:4,B:5,B:6,B:7,B:8,B:9', /^9 residues, the limit is 8$/],
    ['B:249', /^'B:249': GLY has no side chain that can turn$/],
    ['B:239', /^'B:239': its side chain is outside of the box$/],
  ])('%s', (flexible, message) => {
    expect(problemsOf([kinase(), ligand], { ...site, flexible })).toEqual([
      { path: 'settings.flexible', message: expect.stringMatching(message) },
    ]);
  });

  it('those that lack atoms, are bound by a disulfide, or could not move in the mode', () => {
    const lines = kinase().text.split('\n');
    const without = lines.filter((line) => line.slice(12, 26) !== ' OG1 THR B 315').join('\n');
    expect(problemsOf([structureText('receptor', without), ligand], { ...site, flexible: 'B:315' })).toMatchObject([
      { message: "'B:315': it lacks OG1; structure-repair adds missing atoms" },
    ]);
    expect(problemsOf([kinase(), ligand], { ...site, flexible: 'B:315', mode: 'score_only' })).toContainEqual(
      expect.objectContaining({ message: 'side chains move in the mode dock only, not in score_only' }),
    );
  });

  it('but takes a residue without its chain if only one matches', () => {
    expect(problemsOf([kinase(), ligand], { ...site, flexible: '315,B:271' })).toEqual([]);
  });
});

describe('refuses as a ligand', () => {
  it.each([...brokenLigands, ...brokenPdbqt])('%s', (_, format, text, message) => {
    const input = format === 'SMILES' ? smilesInput(text) : ligandInput(format, text);
    expect(problemsOf([kinase(), input])).toEqual([
      { path: 'input.inputs[1].content', message: expect.stringMatching(message) },
    ]);
  });

  it('more than 50', () => {
    expect(problemsOf([kinase(), smilesInput('C\n'.repeat(51))])).toMatchObject([
      { message: 'line 51: more than 50 molecules' },
    ]);
  });
});

describe('takes as a ligand', () => {
  it.each(['C18a_meeko_glue_types.pdbqt', 'C18b_one_model_vina_output.pdbqt'])('case %s', (file) => {
    const input = ligandInput('PDBQT', readTestData(`cases/structure/${file}`));
    expect(problemsOf([kinase(), input])).toEqual([]);
    const { records } = parseLigandPdbqt(input.text);
    expect(records[0]!.text).not.toMatch(/^(MODEL|ENDMDL)/m);
  });
});

describe('a PDBQT ligand with lines that Vina does not know', () => {
  const pose = readTestData('cases/structure/C18b_one_model_vina_output.pdbqt');
  const problems = (text: string) => problemsOf([kinase(), ligandInput('PDBQT', text)]).map(({ message }) => message);

  it('is docked without lines that have no atoms', () => {
    const around = `COMPND    a name\n${pose.replace('ENDROOT', 'TER\nENDROOT')}CONECT    1    2\nEND\n\n`;
    expect(problems(around)).toEqual([]);
    expect(parseLigandPdbqt(around).records[0]!.text).toBe(parseLigandPdbqt(pose).records[0]!.text);
  });

  it('is refused where one may be an atom', () => {
    expect(problems(pose.replace('ATOM      2', 'ATM       2'))).toEqual([
      expect.stringMatching(/^line 5: 'ATM {7}2 .*' is not a line of PDBQT$/),
    ]);
    expect(problems(pose.replace('ATOM      2', 'END\nATOM      2'))).toEqual([
      'line 6: an atom after the END of line 5: send one molecule',
    ]);
  });
});

describe('refuses as the box', () => {
  it.each<[string, ToolInput[], object, string, RegExp]>([
    ['nothing', [], {}, 'settings.center_x', /^no box: set center_x, center_y and center_z/],
    ['half a center', [], { center_x: 1 }, 'settings.center_y', /^no box/],
    ['a size out of bounds', [], { ...site, size_x: 4 }, 'settings.size_x', />= 8/],
    ['two boxes', [box('{"center":[0,0,0],"size":[20,20,20]}')], site, 'settings', /is given twice/],
    ['junk', [box('hello')], {}, 'input.inputs[2].content', /^no box: send JSON/],
    ['null', [box('null')], {}, 'input.inputs[2].content', /^no box: send JSON/],
    ['texts', [box('{"center":["a",0,0],"size":[20,20,20]}')], {}, 'input.inputs[2].content', /^no box: send JSON/],
    [
      '4 Å',
      [box('{"center":[0,0,0],"size":[4,4,4]}')],
      {},
      'input.inputs[2].content',
      /must have 8 to 30 Å, they have 4, 4, 4$/,
    ],
    [
      'far away',
      [box('{"center":[0,0,1e4],"size":[9,9,9]}')],
      {},
      'input.inputs[2].content',
      /between -999 and 999 Å$/,
    ],
    [
      'a box off the receptor',
      [],
      { center_x: 100, center_y: 0, center_z: 0 },
      'settings.center_x',
      /^the box holds 0 heavy atoms/,
    ],
  ])('%s', (_, inputs, settings, path, message) => {
    expect(problemsOf([kinase(), ligand, ...inputs], settings)).toEqual([
      { path, message: expect.stringMatching(message) },
    ]);
  });
});

it('expects 0.3 minutes per ligand at an exhaustiveness of 8', () => {
  const ten = smilesInput('C\n'.repeat(10));
  expect(verdictOf([kinase(), ten])).toEqual({ problems: [], units: 10, estimatedMinutes: 3 });
  expect(verdictOf([kinase(), ten], { ...site, exhaustiveness: 4 }).estimatedMinutes).toBe(1.5);
});

it('reserves no more for a ligand than its time limit', () => {
  const settings = { ...site, exhaustiveness: 64, max_minutes_per_ligand: 1 };
  expect(verdictOf([kinase(), smilesInput('C\n'.repeat(10))], settings).estimatedMinutes).toBe(10);
});

describe('a ligand that is not docked but scored in place', () => {
  const mol2 = (z: string) =>
    `@<TRIPOS>MOLECULE\nx\n2 1\nSMALL\nNO_CHARGES\n@<TRIPOS>ATOM\n1 C1 15.0 94.0 ${z} C.3\n2 O1 16.4 94.0 ${z} O.3\n@<TRIPOS>BOND\n1 1 2 1\n`;
  const flat = dockedLigand().replace(/^(.{20}).{10} (?=[A-Z])/gm, '$1    0.0000 ');

  it.each([
    ['a SMILES', ligand, /^line 1: the mode score_only needs coordinates .* a SMILES has none; send a docked/],
    ['a drawing', ligandInput('SDF', dockedLigand() + flat), /^line \d{2}: .* this molecule is flat/],
    ['a flat MOL2', ligandInput('MOL2', mol2('0.0')), /^line 1: .* this molecule is flat/],
  ])('must not be %s', (_, input, message) => {
    expect(problemsOf([kinase(), input])).toEqual([]);
    for (const mode of ['score_only', 'local_only'])
      expect(problemsOf([kinase(), input], { ...site, mode })).toEqual([
        {
          path: 'input.inputs[1].content',
          message: expect.stringMatching(new RegExp(message.source.replace('score_only', mode))),
        },
      ]);
  });

  it.each([ligandInput('SDF', dockedLigand()), ligandInput('MOL2', mol2('59.0'))])('may be $format', (input) => {
    expect(problemsOf([kinase(), input], { ...site, mode: 'score_only' })).toEqual([]);
  });
});

describe('as the reference', () => {
  const asReference = (input: ToolInput): ToolInput => ({ ...input, id: 'reference', slotId: 'reference' });
  const hetatm = (name: string, number: number) =>
    `HETATM${String(number).padStart(5)}  C1  ${name} A${String(number).padStart(4)}      15.000  9${number}.000  59.000  1.00  0.00           C  \n` +
    `HETATM${String(number + 50).padStart(5)}  C2  ${name} A${String(number).padStart(4)}      16.500  9${number}.000  59.000  1.00  0.00           C  \n`;
  const zinc = 'HETATM    9 ZN    ZN A   9      15.000  99.000  59.000  1.00  0.00          ZN  \n';

  it.each([
    ['a molecule', ligandInput('SDF', dockedLigand())],
    ['a ligand of a structure', structureText('reference', hetatm('STI', 1) + zinc)],
  ])('takes %s', (_, input) => {
    expect(problemsOf([kinase(), ligand, asReference(input)])).toEqual([]);
  });

  it.each([
    ['several ligands', structureText('', hetatm('STI', 1) + hetatm('ATP', 2)), /has 2 ligands \(A:STI1, A:ATP2\)/],
    ['none', structureText('', zinc), /^the file has 0 ligands, the reference is one/],
    ['a drawing', ligandInput('SDF', dockedLigand().replace(/^(.{20}).{10} (?=[A-Z])/gm, '$1    0.0000 ')), /is flat/],
    ['two molecules', ligandInput('SDF', dockedLigand().repeat(2)), /more than 1 molecules/],
  ])('refuses %s', (_, input, message) => {
    expect(problemsOf([kinase(), ligand, asReference(input)])).toEqual([
      { path: 'input.inputs[2].content', message: expect.stringMatching(message) },
    ]);
  });
});

describe('the complex', () => {
  const pose = {
    atoms: [
      { element: 'Cl', point: [1, 2, 3] as const },
      { element: 'C', point: [2, 3, 4] as const },
    ],
  };
  const residues = (names: [chain: string, name: string][]): Residue[] =>
    names.map(([chain, name], i) => ({
      ...{ chain, number: i + 1, insertion: '', name, parent: name, class: 'protein', isHet: false },
      atoms: [{ name: 'CA', altLoc: '', element: 'C', x: i, y: 0, z: 0, occupancy: 1, bFactor: 0 }],
    }));

  it('has the pose in a separate chain, with its bonds', () => {
    const lines = complexPdb(
      residues([
        ['A', 'GLY'],
        ['B', 'ALA'],
      ]),
      '1ABC',
      { ...pose, bonds: [[0, 1]] },
    ).split('\n');
    expect(lines.slice(-6).map((line) => line.trimEnd())).toEqual([
      'HETATM    5 CL1  LIG L   1       1.000   2.000   3.000  1.00  0.00          CL',
      'HETATM    6  C1  LIG L   1       2.000   3.000   4.000  1.00  0.00           C',
      'CONECT    5    6',
      'CONECT    6    5',
      'END',
      '',
    ]);
  });

  it('gives the pose a name and a chain that the receptor does not have', () => {
    const text = complexPdb(
      residues([
        ['L', 'LIG'],
        ['X', 'L01'],
      ]),
      null,
      { ...pose, bonds: [] },
    );
    expect(text).toMatch(/^HETATM.{11}L02 Y {3}1 /m);
    expect(text).not.toContain('CONECT');
  });
});

describe('a ligand that cannot end', () => {
  const branch = 'BRANCH   1   2\nENDBRANCH   1   2\n';
  const chain = (torsions: number) =>
    `ROOT\nATOM      1  C   UNL     1      15.000  54.000  17.000  0.00  0.00    +0.000 C \nENDROOT\n${branch.repeat(torsions)}TORSDOF ${torsions}\n`;
  const dock = (torsions: number) => {
    const stopped = { workdir: '.', signal: AbortSignal.abort(), settings: { mode: 'dock' } };
    return dockLigand(stopped, chain(torsions), { center: [15, 54, 17], size: [20, 20, 20] }, () => {});
  };

  it('case C31: is refused with more than 32 rotatable bonds', async () => {
    await expect(dock(58)).rejects.toThrow('58 rotatable bonds, the limit is 32');
    await expect(dock(33)).rejects.toThrow('33 rotatable bonds, the limit is 32');
  });

  const untilStopped = (signal: AbortSignal) =>
    new Promise<undefined>((resolve) => signal.addEventListener('abort', () => resolve(undefined)));

  it('fails at its time limit, but does not fail when the job is stopped', async () => {
    const going = new AbortController().signal;
    await expect(withinMinutes(going, 1e-4, untilStopped)).rejects.toThrow(/within the 0.0001 minutes of max_minutes/);
    const stop = new AbortController();
    const stopped = withinMinutes(stop.signal, 60, untilStopped);
    stop.abort();
    expect(await stopped).toBeUndefined();
    expect(await withinMinutes(going, 60, async () => 7)).toBe(7);
  });
});

describe('the poses of an output file', () => {
  const model = (number: number, affinity: number) =>
    `MODEL ${number}\nREMARK VINA RESULT: ${affinity.toFixed(3).padStart(9)}      1.000      2.000\n` +
    'REMARK INTER + INTRA:          -6.000\nREMARK INTER:                  -5.500\nREMARK INTRA:                  -0.500\n' +
    'REMARK UNBOUND:                -0.300\nROOT\n' +
    'ATOM      7  C   UNL     1       1.000   2.000   3.000  0.00  0.00    +0.000 C \nENDROOT\nTORSDOF 0\nENDMDL\n';

  it('are read with their energies, by atom, without those that clash', () => {
    const clash = model(2, 0.8).replace(/(?<=REMARK )INTER: .*/, 'INTER:   2.000');
    const poses = parsePoses(model(1, -5.25) + clash);
    expect(poses).toMatchObject([{ mode: 1, affinity: -5.057, inter: -5.5, intra: -0.5, rmsdLb: 1, rmsdUb: 2 }]);
    expect(poses[0]!.places).toEqual(new Map([[7, [1, 2, 3]]]));
    expect(writePoses(poses, 'x y')).toMatch(/^MODEL 1\nREMARK {2}Name = x y\nREMARK VINA RESULT/);
  });

  it('have affinities relative to the internal energy of the best pose', () => {
    // Imatinib in ABL1 by Debian's Vina 1.2.3. Its unbound energy of 1.799 is the worst pose's; `--score_only` gives
    // -13.830.
    const imatinib = model(1, -15.433)
      .replace(/(?<=REMARK )INTER: .*/, 'INTER:                 -18.676')
      .replace(/(?<=REMARK )INTRA: .*/, 'INTRA:                  -0.369')
      .replace(/(?<=REMARK )UNBOUND: .*/, 'UNBOUND:                 1.799');
    const [pose] = parsePoses(imatinib);
    expect(pose!.affinity).toBeCloseTo(-13.826, 2);
    expect(pose!.text).toMatch(/^REMARK VINA RESULT: +-13\.82\d +1\.000/);
    expect(pose!.text).toMatch(/^REMARK UNBOUND: +-0\.369$/m);
  });

  it.each([
    ['', 'vina wrote no pose'],
    [
      model(1, 5e7).replace(/(?<=REMARK )INTER: .*/, 'INTER: 50000000'),
      /^no pose without clashes: the best has 50000000 kcal\/mol/,
    ],
    ['MODEL 1\nROOT\nENDMDL\n', 'vina wrote a pose without an affinity'],
  ])('%j fails the ligand', (text, message) => {
    expect(() => parsePoses(text)).toThrow(message);
  });
});
