import { describe, expect, it } from 'vitest';
import { readTestData } from '../testdata/read.ts';
import { parseMolfiles } from './molfiles.ts';
import { writeTags } from './tags.ts';

const limits = { maxRecords: 100 };
const testCase = (name: string) => readTestData(`cases/structure/${name}`);

const atomLine = (symbol: string, x = 0) => `${x.toFixed(4).padStart(10)}    0.0000    0.0000 ${symbol.padEnd(3)} 0  0`;
const molfile = (
  symbols: string[],
  counts = `  ${symbols.length}  0  0  0  0  0            999 V2000`,
  bonds: string[] = [],
) => ['title', '', '', counts, ...symbols.map(atomLine), ...bonds, 'M  END', ''].join('\n');

describe('counts lines', () => {
  it.each([
    ['C02: the version in lower case', 'C02_lowercase_v2000.mol', 'MOL', 'phenol, ID: 108-95-2'],
    ['C03a: no version', 'C03a_no_version_modelserver.sdf', 'SDF', 'LIG'],
  ] as const)('%s', (_, file, format, name) => {
    const { records, problems } = parseMolfiles(testCase(file), format, limits);
    expect(problems.messages).toEqual([]);
    expect(records).toMatchObject([{ name, heavyAtoms: 7 }]);
    expect(records[0]!.text.split('\n')[3]).toMatch(/^ {2}7 {2}7.{27} V2000$/);
  });

  it.each([
    ['  1  0', 'V2000'],
    ['  1  0  0  0  0  0  0  0  0  0999', 'V2000'],
    ['  1  0  0  0  0  0  0  0  0  0999 v2000', 'V2000'],
    ['  1  0  0     0  0  0  0  0  0999V2000', 'V2000'],
  ])('reads %s', (counts, version) => {
    const [record] = parseMolfiles(molfile(['C'], counts), 'MOL', limits).records;
    expect(record).toMatchObject({ heavyAtoms: 1 });
    expect(record!.text.split('\n')[3]!.slice(34)).toBe(version);
  });

  it('C05c: a wrong count spoils only its own record', () => {
    const { records, problems } = parseMolfiles(testCase('C05c_wrong_count_in_one.sdf'), 'SDF', limits);
    expect(problems.messages).toEqual([]);
    expect(records.map(({ name, fault }) => [name, fault])).toEqual([
      ['first', undefined],
      ['second', 'line 24: the counts line declares 9 atoms, found 7'],
      ['third', undefined],
    ]);
  });

  it.each([
    ['too few bonds', '  2  2  0  0  0  0            999 V2000', 'declares 2 bonds, found 1'],
    ['too many bonds', '  2  0  0  0  0  0            999 V2000', 'declares 0 bonds, found more'],
    ['atoms outside of their columns', '  2  1  0  0  0  0            999 V2000', 'atom 1 has no coordinates'],
    ['no atoms', '  0  0  0  0  0  0            999 V2000', 'has no atoms'],
    ['no numbers', '  x  0  0  0  0  0            999 V2000', 'no atom and bond counts'],
  ])('%s', (name, counts, reason) => {
    const text = molfile(['C', 'C'], counts, ['  1  2  1  0']);
    const isShifted = name.includes('columns');
    const [record] = parseMolfiles(isShifted ? text.replace(/^ {4}0/gm, '0') : text, 'MOL', limits).records;
    expect(record!.fault).toMatch(/^line [45]: /);
    expect(record!.fault).toContain(reason);
  });
});

describe('bonds', () => {
  it.each([
    ['an atom and itself', '  1  1  1  0', 'line 7: bond 1 joins atom 1 to itself'],
    ['an atom that is not there', '  1  9  1  0', 'line 7: bond 1 joins atoms 1 and 9, and the molecule has 2 atoms'],
    ['two atoms for the second time', '  1  2  1  0\n  2  1  2  0', 'line 8: bond 2 repeats bond 1'],
  ])('are refused between %s', (_, bonds, fault) => {
    const all = bonds.split('\n');
    const counts = `  2  ${all.length}  0  0  0  0            999 V2000`;
    expect(parseMolfiles(molfile(['C', 'C'], counts, all), 'MOL', limits).records[0]!.fault).toBe(fault);
  });
});

describe('bonds of V3000', () => {
  const v3000 = (counts: string, bond: string) =>
    [
      ...['x', '', '', '  0  0  0     0  0            999 V3000', 'M  V30 BEGIN CTAB', `M  V30 COUNTS ${counts} 0 0 0`],
      ...['M  V30 BEGIN ATOM', 'M  V30 1 C 0 0 0 0', 'M  V30 40 O 1.4 0 0 0', 'M  V30 END ATOM'],
      ...['M  V30 BEGIN BOND', `M  V30 1 1 ${bond}`, 'M  V30 END BOND', 'M  V30 END CTAB', 'M  END', ''],
    ].join('\n');
  it.each([
    ['2 1', '1 40', undefined],
    ['2 2', '1 40', 'line 4: the counts line declares 2 bonds, found 1'],
    ['2 1', '40 40', 'line 12: bond 1 joins atom 2 to itself'],
    ['2 1', '1 9', "line 12: the bond is to atom '9', which the molecule does not have"],
  ])('counts %s, bond %s', (counts, bond, fault) => {
    expect(parseMolfiles(v3000(counts, bond), 'MOL', limits).records[0]!.fault).toBe(fault);
  });
});

describe('elements', () => {
  it.each([
    ['C10: CL', 'CL', 'Cl'],
    ['BR', 'BR', 'Br'],
    ['lower case', 'br', 'Br'],
    ['deuterium', 'D', 'D'],
    ['a point of attachment', 'R#', 'R#'],
  ])('%s', (_, written, element) => {
    const [record] = parseMolfiles(molfile([written]), 'MOL', limits).records;
    expect(record!.fault).toBeUndefined();
    expect(record!.text.split('\n')[4]!.slice(31, 34).trim()).toBe(element);
  });

  it.each([
    ['A', "line 6: atom 2 is 'A', an atom of a query, not of a molecule"],
    ['Q', "line 6: atom 2 is 'Q', an atom of a query, not of a molecule"],
    ['L', "line 6: atom 2 is 'L', an atom of a query, not of a molecule"],
    ['Xx', "line 6: atom 2 is 'Xx', which is not an element"],
    ['Du', "line 6: atom 2 is 'Du', which is not an element"],
  ])('%s is refused: RDKit makes a dummy of it', (written, fault) => {
    expect(parseMolfiles(molfile(['C', written]), 'MOL', limits).records[0]!.fault).toBe(fault);
    const v3000 = [
      ...['', '', '', '  0  0  0     0  0            999 V3000', 'M  V30 BEGIN CTAB', 'M  V30 COUNTS 2 0 0 0 0'],
      ...[
        'M  V30 BEGIN ATOM',
        'M  V30 1 C 0 0 0 0',
        `M  V30 2 ${written} 0 0 0 0`,
        'M  V30 END ATOM',
        'M  V30 END CTAB',
      ],
    ];
    expect(parseMolfiles([...v3000, 'M  END'].join('\n'), 'MOL', limits).records[0]!.fault).toMatch(
      /^line 9: atom 2 is/,
    );
  });

  it('refuses bonds of queries', () => {
    const counts = '  2  1  0  0  0  0            999 V2000';
    const [record] = parseMolfiles(molfile(['C', 'C'], counts, ['  1  2  8  0']), 'MOL', limits).records;
    expect(record!.fault).toBe('line 7: bond 1 is not single, double, triple, aromatic or dative');
  });
});

describe('other parts of a molfile', () => {
  it('warns of labels and polymers, which RDKit does not read', () => {
    const text = molfile(['C', 'C']).replace('M  END', 'A    2\nPh\nM  STY  1   1 SRU\nM  END');
    const { records, problems } = parseMolfiles(text, 'MOL', limits);
    expect(records[0]!.fault).toBeUndefined();
    expect(problems.warnings).toEqual([
      { of: 'title', line: 7, warning: "atom 2 is labelled 'Ph', which is not read" },
      { of: 'title', line: 9, warning: 'a polymer: its repeat unit is read once' },
    ]);
  });

  it('removes empty lines before M  END (rdkit/rdkit #1689)', () => {
    const [record] = parseMolfiles(molfile(['C']).replace('M  END', '\nM  END'), 'MOL', limits).records;
    expect(record!.text).toBe(parseMolfiles(molfile(['C']), 'MOL', limits).records[0]!.text);
  });
});

describe('names and tags', () => {
  const record = (title: string, tags: string) => `${molfile(['C']).replace('title', title)}${tags}$$$$\n`;

  it('C08: names a molecule without a title after a tag, and keeps all tags', () => {
    const { records } = parseMolfiles(testCase('C08_ids_in_tags.sdf'), 'SDF', limits);
    expect(records.map(({ name, tags }) => [name, Object.fromEntries(tags!)])).toEqual([
      ['Z1001', { idnumber: 'Z1001', IC50_nM: '2.5' }],
      ['Z1002', { idnumber: 'Z1002', IC50_nM: '5.0' }],
      ['Z1003', { idnumber: 'Z1003', IC50_nM: '7.5' }],
    ]);
  });

  it.each([
    ['> <ID>\na\n\n', 'a'],
    ['>  <zinc_id>  (12)\nZINC1\n\n', 'ZINC1'],
    ['> <PUBCHEM_COMPOUND_CID>\n2244\n\n', '2244'],
    ['> <molecule_chembl_id>\nCHEMBL25\n\n', 'CHEMBL25'],
    ['> <_Name>\nx y\n\n> <ID>\n1\n\n', 'x y'],
    ['> <ID>\n\n> <Catalog ID>\nC-1\n\n', 'C-1'],
    ['> <IC50>\n5\n\n', 'molecule_1'],
  ])('takes a name from %j', (tags, name) => {
    expect(parseMolfiles(record('', tags), 'SDF', limits).records[0]!.name).toBe(name);
  });

  it('prefers the chosen tag to the title', () => {
    const text = `${record('a', '> <Code>\n1\n\n')}${record('b', '')}`;
    const { records } = parseMolfiles(text, 'SDF', { ...limits, nameTag: 'code' });
    expect(records.map(({ name }) => name)).toEqual(['1', 'b']);
  });

  it('keeps values with a leading > or an empty line, and reads them back from its own file', () => {
    const tags = '> <IC50>\n>5 nM\n\n> <note>\none\n\ntwo\n> <last>\n> 5\n';
    const expected = [
      ['IC50', '>5 nM'],
      ['note', 'one\ntwo'],
      ['last', '> 5'],
    ];
    const [found] = parseMolfiles(record('x', tags), 'SDF', limits).records;
    expect([...found!.tags!]).toEqual(expected);
    const [again] = parseMolfiles(record('x', writeTags(found!.tags!)), 'SDF', limits).records;
    expect([...again!.tags!]).toEqual(expected);
  });
  it('keeps values of several lines, and both values of a repeated tag', () => {
    const tags = '> <a>\n1\n2\n\n> <a>\n3\n\n> DT12\n4\n\n> <__proto__>\n5\n\n';
    const [found] = parseMolfiles(record('x', tags), 'SDF', limits).records;
    expect([...found!.tags!]).toEqual([
      ['a', '1\n2'],
      ['a_2', '3'],
      ['DT12', '4'],
      ['__proto__', '5'],
    ]);
  });
});

describe('records', () => {
  it('reads the line ends of any platform', () => {
    const text = testCase('C05c_wrong_count_in_one.sdf');
    for (const end of ['\r\n', '\r']) {
      const { records } = parseMolfiles(text.replaceAll('\n', end), 'SDF', limits);
      expect(records.map(({ fault }) => fault === undefined)).toEqual([true, false, true]);
    }
  });

  it('refuses a record with a second molecule, which RDKit would leave out', () => {
    const two = `${molfile(['C'])}${molfile(['O'])}`;
    const [record] = parseMolfiles(`${two}$$$$\n`, 'SDF', limits).records;
    expect(record!.fault).toBe("line 7: a second molecule begins here: the line '$$$$' before it is missing");
    const tagged = `${molfile(['C'])}> <drawn>\n${molfile(['O'])}\n$$$$\n`;
    expect(parseMolfiles(tagged, 'SDF', limits).records[0]!.fault).toBeUndefined();
  });

  it('names the line of a counts line in the wrong place, and reactions', () => {
    const fault = (text: string) => parseMolfiles(text, 'SDF', limits).records[0]!.fault;
    expect(fault(`\n${molfile(['C'])}`)).toMatch(/^line 4: no counts line .*; the counts line is line 5 of the record/);
    expect(fault(`$RXN\n\n\n\n  1  1\n$MOL\n${molfile(['C'])}$MOL\n${molfile(['O'])}`)).toBe(
      'line 1: a reaction, not a molecule',
    );
  });

  it('counts an empty record between two others, but not after the last one', () => {
    const one = `${molfile(['C'])}$$$$\n`;
    const { records } = parseMolfiles(`${one}$$$$\n${one}\n\u001A\n`, 'SDF', limits);
    expect(records.map(({ fault }) => fault)).toEqual([undefined, 'line 8: the record is empty', undefined]);
    for (const nothing of ['$$$$', '\n\n$$$$\n$$$$\n'])
      expect(parseMolfiles(nothing, 'SDF', limits).problems.messages).toEqual(['the content is empty']);
  });
});
