import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { readDescription } from './readDescription.ts';

const example = readFileSync(new URL('../../examples/cad-score/tool.yaml', import.meta.url), 'utf8');

/** The problems of the example after a part of its text is replaced. */
function problemsWith(part: string | RegExp, other: string): string[] {
  expect(example).toMatch(part);
  return problemsOf(example.replace(part, other));
}

function problemsOf(text: string): string[] {
  const read = readDescription(text);
  return 'problems' in read ? read.problems.map(({ line, path, message }) => `${line}: ${path} ${message}`) : [];
}

const lineOf = (text: string) => example.split('\n').findIndex((line) => line.includes(text)) + 1;

describe('a tool.yaml', () => {
  it('that is sound is read', () => {
    expect(readDescription(example)).toMatchObject({ description: { id: 'cad-score', version: '1.0.0' } });
  });

  it('has all its problems reported at once, by path and line', () => {
    const text = example
      .replace('version: 1.0.0', 'version: 1')
      .replace('license: MIT\n', '')
      .replace('each: models', 'each: models\n  shell: true')
      .replace('maxResidues: 3000', 'maxResidues: many');
    expect(problemsOf(text)).toEqual([
      '2: license is missing',
      `${lineOf('version: 1.0.0')}: version must be string`,
      `${lineOf('maxResidues: 3000') - 1}: slots[0].maxResidues must be integer`,
      `${lineOf('each: models')}: run.shell is not known here`,
    ]);
  });

  it.each([
    ['kinds: [structure]', 'kinds: [structure, smiles]', /slots\[0\].kinds these kinds cannot share a slot/],
    ['formats: [PDB, MMCIF]', 'formats: [FASTA]', /slots\[0\].formats\[0\] is not a format of structure/],
    ['id: models\n    label', 'id: target\n    label', /slots\[1\].id 'target' is used twice/],
    ["value: '{inputs.target}'", "value: '{inputs.nothing}'", /run.command\[1\].value there is no slot 'nothing'/],
    ["'{settings.contacts}'", "'{settings.nothing}'", /run.command\[3\].value there is no setting 'nothing'/],
    ["'{settings.contacts}'", "'{settings.between_chains}'", /is true or false; write \{when: between_chains/],
    ["'{outputs}/residues.txt'", "'{outputs}/{threads}'", /has more than one placeholder/],
    ["'{outputs}/residues.txt'", "'{password}'", /\{password\} is not a placeholder/],
    ['when: between_chains', 'when: nothing', /run.command\[5\].when there is no setting 'nothing'/],
    ['    - voronota-cadscore', '    - rm', /run.command\[0\] must be one of the programs in needs/],
    ['each: models', 'each: nothing', /run.each there is no slot 'nothing'/],
    ['stdout: scores.txt', 'stdout: ../scores.txt', /run.stdout must be a plain file name/],
    ['files: residues.txt', 'files: "*/x"', /outputs\[1\].files must be a name/],
    ['input: model\n', 'input: other\n', /outputs\[0\].rows.input the schema has no property 'other'/],
    ['property: score', 'property: other', /outputs\[0\].rows.rankBy.property the schema has no property 'other'/],
    ['{ type: integer, desc', '{ type: whole, desc', /outputs\[0\].schema is not a JSON Schema/],
    ['default: AA', 'default: BB', /settings.contacts.default does not fit/],
    ['    default: AA\n', '', /settings.contacts.default is missing/],
    ['perUnit: 0.5, ', '', /credit.perUnit is missing \(mode fixed\)/],
    ['unitsOf: [models]', 'unitsOf: [nothing]', /credit.unitsOf\[0\] there is no slot/],
  ])('with %s as %s is refused', (part, other, message) => {
    expect(problemsWith(part, other).join('\n')).toMatch(message);
  });

  it('that passes a command line to a shell is refused', () => {
    const tool = parse(example);
    tool.needs.push({ command: 'bash', probe: ['--version'], answer: 'bash' });
    tool.run.command = ['bash', '-ec', 'voronota-cadscore --input-target {inputs.target}'];
    expect(problemsOf(stringify(tool)).join('\n')).toContain('a shell with -c is not allowed');
  });

  it('that would fill the memory or the stack, or is empty, is refused', () => {
    const laughs = ['a: &a [x, x]', ...Array.from({ length: 30 }, (_, i) => `b${i}: &b${i} [*a, *a]`)].join('\n');
    expect(problemsOf(laughs).join()).toContain('aliases (*name) are not allowed');
    expect(problemsOf(`# ${'x'.repeat(200_000)}`)).toEqual(['1:  the file is larger than 128 KiB']);
    expect(problemsOf('['.repeat(5_000)).length).toBeGreaterThan(0);
    expect(problemsOf('id: a\nid: b').join()).toMatch(/^2: .*unique/);
    expect(problemsOf('id: !!js/function "x"').length).toBeGreaterThan(0);
    expect(problemsOf('')).toEqual(['1:  must be object']);
  });
});
