// @module-tag native

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Program, ToolError } from '../../contract.ts';
import { parseDssp } from '../../dssp/parseDssp.ts';
import { parseSummary } from '../../ensemble-superpose/parse.ts';
import { parsePocket } from '../../pocket-detect/parse.ts';
import { parsePqr, parsePropka } from '../../protonate/parse.ts';
import { parseVoromqa } from '../../structure-quality/parse.ts';
import { describeWithPrograms } from '../../testing/testNative.ts';
import { broken, ubiquitinWith } from '../../testing/testStructures.ts';
import { alignedRows } from './alignedRows.ts';
import { newickLabels } from './newickLabels.ts';
import { readOutput } from './outputs.ts';
import { programs } from './programs.ts';
import { runProgram } from './runProgram.ts';

/**
 * Programs exit with 0 and no output, crash or hang at inputs that the checks refuse. Should such an input reach a
 * program, the job must fail with a reason, and never succeed without results.
 */

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'rotamer-failures-'));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

const two = [{ sequence: 'MKTAYIAKQRV' }, { sequence: 'MKTAY' }];
const one = '>s000001\nMKTAYIAK\n';
const digits = '>s000001\nMKT12AY!AK\n>s000002\nMKTAY\n';

/** Runs a program on a text as `in`, then validates its output as the tools do. */
async function judged(
  program: Program,
  args: string[],
  text: string,
  judge: (stdout: string) => unknown,
): Promise<unknown> {
  writeFileSync(join(cwd, 'in'), text);
  // GROMACS tells formats by file name extensions.
  writeFileSync(join(cwd, 'in.pdb'), text);
  const order = { program, args, cwd, signal: new AbortController().signal, timeoutSeconds: 3 };
  return judge((await runProgram(order)).stdout);
}

const rows = (program: Program) => (text: string) => alignedRows(program, text, two);
const file = (program: Program, judge: (text: string) => unknown) => () => judge(readOutput(program, join(cwd, 'out')));

const aligners: [Program, string[], boolean][] = [
  [programs.mafft, ['--auto', '--amino', '--anysymbol', 'in'], true],
  [programs.muscle, ['-align', 'in', '-output', 'out'], false],
  [programs.kalign, ['-i', 'in', '-o', 'out', '--format', 'fasta'], false],
  [programs.clustalo, ['-i', 'in', '-o', 'out', '--seqtype=Protein', '--force'], false],
];

for (const [program, args, toStdout] of aligners) {
  const describe = await describeWithPrograms({ requires: [program] });
  describe(`${program.command} fails the job`, () => {
    const judge = toStdout ? rows(program) : file(program, rows(program));
    it.each([
      ['nothing', ''],
      ['junk', 'hello\nworld\n'],
      ['one sequence', one],
      ['digits', digits],
      ['a record without residues', '>s000001\n>s000002\nMKTAY\n'],
    ])('at %s', async (_, text) => {
      await expect(judged(program, args, text, judge)).rejects.toBeInstanceOf(ToolError);
    });
  });
}

const others: [Program, string[], [string, string][], (text: string) => unknown][] = [
  [
    programs.fasttree,
    ['-lg', 'in'],
    [
      ['nothing', ''],
      ['junk', 'hello\n'],
      ['one row', one],
      ['rows of different lengths', '>s000001\nMKTAYIAK\n>s000002\nMKTAY\n>s000003\nMKTAY\n'],
    ],
    (text) => newickLabels(programs.fasttree, text, ['a', 'b', 'c']),
  ],
  [
    programs.cdHit,
    ['-i', 'in', '-o', 'out'],
    [
      ['nothing', ''],
      ['junk', 'hello\n'],
    ],
    file(programs.cdHit, (text) => text),
  ],
  [
    programs.hmmbuild,
    ['--informat', 'afa', '--amino', 'out', 'in'],
    [
      ['nothing, where it hangs', ''],
      ['junk', 'hello\n'],
    ],
    file(programs.hmmbuild, (text) => text),
  ],
  [
    programs.mkdssp,
    ['--output-format=dssp', 'in', 'out'],
    [
      ['nothing', ''],
      ['junk', 'hello\n'],
      ['alpha carbons', `HEADER\nCOMPND\n${broken.caOnly()}`],
      ['a number that is none', `HEADER\nCOMPND\n${broken.badCoordinates()}`],
    ],
    file(programs.mkdssp, parseDssp),
  ],
  [
    programs.freesasa,
    ['--format=json', '--depth=residue', 'in'],
    [
      ['nothing', ''],
      ['junk', 'hello\n'],
      ['a number that is none', broken.badCoordinates()],
    ],
    (text) => text,
  ],
  [
    programs.makeblastdb,
    ['-in', 'in', '-dbtype', 'prot', '-out', 'out'],
    [
      ['nothing', ''],
      ['junk', 'hello\n'],
    ],
    (text) => text,
  ],
  [
    programs.diamond,
    ['makedb', '--in', 'in', '-d', 'out', '--quiet'],
    [
      ['nothing', ''],
      ['junk', 'hello\n'],
      ['digits', digits],
      ['DNA', `>s000001\n${'ACGT'.repeat(20)}\n`],
    ],
    (text) => text,
  ],
  [
    programs.mmseqs,
    ['easy-linclust', 'in', 'out', 'tmp', '--threads', '1', '-v', '1'],
    [
      ['nothing', ''],
      ['junk', 'hello\n'],
    ],
    (text) => text,
  ],
  [
    programs.iqtree,
    ['-s', 'in', '-m', 'LG+G4', '-T', '1', '-fast', '--prefix', 'run'],
    [
      ['nothing', ''],
      ['junk', 'hello\n'],
      ['one row', one],
      ['rows of different lengths', '>s000001\nMKTAYIAK\n>s000002\nMKTAY\n>s000003\nMKTAY\n'],
      ['a row of gaps', '>s000001\n-----\n>s000002\nMKTAY\n>s000003\nMKTAW\n>s000004\nMKTAW\n'],
    ],
    (text) => text,
  ],
  [
    programs.prodigal,
    ['-i', 'in', '-p', 'single', '-f', 'gff', '-q'],
    [
      ['nothing', ''],
      ['junk', 'hello\n'],
      ['too few bases to learn from', `>s000001\n${'ACGTTGCA'.repeat(100)}\n`],
    ],
    (text) => text,
  ],
  [
    programs.tmAlign,
    ['in', 'in'],
    [
      ['nothing', ''],
      ['waters', broken.hetatmOnly()],
    ],
    (text) => text,
  ],
  [
    programs.mustang,
    ['-i', 'in', 'in', '-o', 'out', '-F', 'fasta', '-r', 'ON'],
    [
      ['nothing', ''],
      ['junk', 'hello\n'],
      ['two residues, where it crashes', broken.twoResidues()],
      ['two chains, where it exits with 0', twoChains()],
    ],
    () => readOutput(programs.mustang, join(cwd, 'out.afasta')),
  ],
  [
    programs.voromqa,
    ['-i', 'in'],
    [
      ['nothing', ''],
      ['junk', 'hello\n'],
      ['alpha carbons', broken.caOnly()],
    ],
    (text) => parseVoromqa(text, 76),
  ],
  [
    programs.theseus,
    ['-r', 'out', 'in'],
    [
      ['nothing', ''],
      ['junk', 'hello\n'],
      ['one model', broken.caOnly()],
      [
        'models of different atoms',
        `MODEL        1\n${broken.caOnly()}ENDMDL\nMODEL        2\n${broken.twoResidues()}ENDMDL\n`,
      ],
    ],
    parseSummary,
  ],
  [
    programs.pdb2pqr,
    ['--ff=AMBER', '--drop-water', 'in', 'out'],
    [
      ['nothing', ''],
      ['junk', 'hello\n'],
      ['alpha carbons', broken.caOnly()],
      ['waters', broken.hetatmOnly()],
    ],
    file(programs.pdb2pqr, parsePqr),
  ],
  [
    programs.propka,
    ['in'],
    [
      ['nothing', ''],
      ['junk', 'hello\n'],
    ],
    () => parsePropka(readOutput(programs.propka, join(cwd, 'in.pka'))),
  ],
  [
    programs.voronotaPocket,
    ['-i', 'in'],
    [
      ['nothing', ''],
      ['junk', 'hello\n'],
      ['alpha carbons', broken.caOnly()],
    ],
    (text) => parsePocket(text, 76),
  ],
  [
    programs.gmx,
    ['pdb2gmx', '-f', 'in.pdb', '-o', 'out.gro', '-ff', 'amber99sb-ildn', '-water', 'none', '-ignh'],
    [
      ['nothing', ''],
      ['junk', 'hello\n'],
      ['alpha carbons', broken.caOnly()],
      ['selenomethionine', ubiquitinWith((line) => line.replace('MET', 'MSE').replace(' SD ', 'SE  '))],
      ['a modified residue', ubiquitinWith((line) => line.replace(/LYS A {2}27/, 'MLY A  27'))],
      ['waters', broken.hetatmOnly()],
    ],
    () => readOutput(programs.gmx, join(cwd, 'out.gro')),
  ],
];

function twoChains(): string {
  const chain = (id: string) => ubiquitinWith((line) => `${line.slice(0, 21)}${id}${line.slice(22)}`);
  return `${chain('A')}TER\n${chain('B')}TER\n`;
}

for (const [program, args, inputs, judge] of others) {
  const describe = await describeWithPrograms({ requires: [program] });
  describe(`${program.command} fails the job`, () => {
    it.each(inputs)('at %s', async (_, text) => {
      await expect(judged(program, args, text, judge)).rejects.toBeInstanceOf(ToolError);
    });
  });
}
