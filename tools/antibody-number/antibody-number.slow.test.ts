// @module-tag native

import { expect, it } from 'vitest';
import { describeWithPrograms, runNative } from '../testing/testNative.ts';
import { check } from './check.ts';
import { run } from './run.ts';
import { fv, others } from './testing/testSequences.ts';
import { contract } from './tool.ts';

const tool = { contract, check, run };
const describe = await describeWithPrograms(contract);

interface Domain {
  sequence: string;
  domain: number;
  chain: string;
  confidence: number;
  start: number;
  end: number;
  [region: string]: string | number;
}
interface Residue {
  sequence: string;
  domain: number;
  index: number;
  residue: string;
  position: number;
  insertion: string;
  region: string;
}
type Note = { of: string; what: string; name: string; count: number; reason: string; warning: string };

const protein = (text: string) => [{ id: 's', slotId: 'sequences', kind: 'protein', format: 'FASTA', text }];
const fasta = (sequences: Record<string, string>) =>
  Object.entries(sequences)
    .map(([name, sequence]) => `>${name}\n${sequence}\n`)
    .join('');

async function number(sequences: Record<string, string> | string, settings = {}) {
  const text = typeof sequences === 'string' ? sequences : fasta(sequences);
  const done = await runNative(tool, protein(text), settings);
  const [domains, residues] = [done.values<Domain>('domains'), done.values<Residue>('residues')];
  const of = (name: string) => residues.filter(({ sequence }) => sequence === name);
  return {
    done,
    domains,
    residues,
    of,
    leftOut: done.values<Note>('left_out'),
    warnings: done.values<Note>('warnings'),
  };
}

const labels = (residues: Residue[]) => residues.map(({ position, insertion }) => `${position}${insertion}`);

/** Formats `1 2 3 5 5A 6` as `1-3 5 5A 6`. */
function ranges(names: string[]): string {
  const runs: string[][] = [];
  for (const name of names) {
    const last = runs.at(-1);
    if (last && /^\d+$/.test(name) && Number(name) === Number(last.at(-1)) + 1) last.push(name);
    else runs.push([name]);
  }
  return runs.map((each) => (each.length === 1 ? each[0] : `${each[0]}-${each.at(-1)}`)).join(' ');
}

const cdrs = ({ cdr1, cdr2, cdr3 }: Domain) => [cdr1, cdr2, cdr3];

/** Numbers of ANARCI 2026.2.13.2 with its profiles of human, mouse, rabbit and alpaca. */
const anarci: Record<string, Partial<Record<keyof typeof fv, string>>> = {
  imgt: {
    heavy: '1-9 11-30 35-59 62-72 74-128',
    light: '1-29 36-57 65-72 74-80 83-109 114-127',
    rabbit: '1-30 35-57 65-72 74-80 83-109 113-127',
    nanobody: '1-9 11-30 35-59 62-72 74-111 111A 111B 111C 111D 111E 111F 112G 112F 112E 112D 112C 112B 112A 112-128',
    pg9: '2-9 11-30 35-59 62-72 74-111 111A 111B 111C 111D 111E 111F 111G 111H 112I 112H 112G 112F 112E 112D 112C 112B 112A 112-128',
    alpha: '2-29 36-58 63-68 74-110 113-128',
    beta: '1-29 37-58 63-72 74-81 83-111 112A 112-127',
  },
  kabat: {
    heavy: '1-52 52A 53-82 82A 82B 82C 83-100 100A 100B 100C 101-113',
    light: '1-107',
    rabbit: '1-27 27A 27B 28-95 95A 96-107',
    nanobody:
      '1-52 52A 53-82 82A 82B 82C 83-100 100A 100B 100C 100D 100E 100F 100G 100H 100I 100J 100K 100L 100M 100N 100O 100P 101-113',
  },
  chothia: {
    heavy: '1-52 52A 53-82 82A 82B 82C 83-100 100A 100B 100C 101-113',
    rabbit: '1-30 30A 30B 31-95 95A 96-107',
  },
  martin: {
    heavy: '1-52 52A 53-72 72A 72B 72C 73-100 100A 100B 100C 101-113',
    rabbit: '1-30 30A 30B 31-95 95A 96-107',
  },
  aho: {
    heavy: '1-7 9-27 29-33 39-61 65-113 133-149',
    light: '1-26 29-32 39-58 67-84 87-111 135-148',
    nanobody: '1-7 9-27 29-33 39-61 65-120 127-149',
    pg9: '2-7 9-27 29-33 39-61 65-122 125-149',
  },
};

describe('antibody-number', () => {
  it.each(Object.keys(anarci))('numbers as ANARCI does in %s', async (scheme) => {
    const { of } = await number(fv, { scheme });
    for (const [name, expected] of Object.entries(anarci[scheme]!))
      expect([name, ranges(labels(of(name)))]).toEqual([name, expected]);
  });

  it('gives the CDRs of trastuzumab by Kabat, by IMGT and by Chothia', async () => {
    const of = async (scheme: string) =>
      (await number({ heavy: fv.heavy, light: fv.light }, { scheme })).domains.map(cdrs);
    // Carter et al., PNAS 89 (1992) 4285-4289.
    expect(await of('kabat')).toEqual([
      ['DTYIH', 'RIYPTNGYTRYADSVKG', 'WGGDGFYAMDY'],
      ['RASQDVNTAVA', 'SASFLYS', 'QQHYTTPPT'],
    ]);
    // IMGT/mAb-DB, mAb 97.
    expect(await of('imgt')).toEqual([
      ['GFNIKDTY', 'IYPTNGYT', 'SRWGGDGFYAMDY'],
      ['QDVNTA', 'SAS', 'QQHYTTPPT'],
    ]);
    // Loops of Al-Lazikani, Lesk and Chothia, J. Mol. Biol. 273 (1997) 927-948: H 26-32, 52-56, 96-101; L 26-32, 50-52,
    // 91-96.
    expect(await of('chothia')).toEqual([
      ['GFNIKDT', 'YPTNGY', 'GGDGFYAMD'],
      ['SQDVNTA', 'SAS', 'HYTTPP'],
    ]);
  });

  it('numbers the residues of the humanised framework as their paper does', async () => {
    // Carter 1992, Table 1: murine or other residues of huMAb4D5-8 in Kabat's numbers.
    const { of } = await number({ heavy: fv.heavy, light: fv.light }, { scheme: 'kabat' });
    const at = (name: string, label: string) => of(name)[labels(of(name)).indexOf(label)]!.residue;
    expect(['71', '73', '78', '93', '102'].map((label) => at('heavy', label)).join('')).toBe('ATASY');
    expect(at('light', '66')).toBe('R');
  });

  it('gives the 24 residues of the CDR3 of cAb-Lys3', async () => {
    // Desmyter et al., Nat. Struct. Biol. 3 (1996) 803-811.
    const [nanobody] = (await number({ n: fv.nanobody }, { scheme: 'kabat' })).domains;
    expect(nanobody).toMatchObject({ chain: 'H', cdr3: 'DSTIYASYYECGHGLSTGGYGYDS' });
  });

  it('numbers every domain of a chain with several, linked or not', async () => {
    const linker = 'GGGGSGGGGSGGGGS';
    const { domains, leftOut, warnings } = await number({
      scfv: `${fv.heavy}${linker}${fv.light}HHHHHH`,
      tandem: `${fv.heavy}${fv.heavy}`,
      receptor: `${fv.alpha}${linker}${fv.beta}`,
    });
    expect(domains.map(({ sequence, domain, chain, start, end }) => [sequence, domain, chain, start, end])).toEqual([
      ['scfv', 1, 'H', 1, 120],
      ['scfv', 2, 'K', 136, 242],
      ['tandem', 1, 'H', 1, 120],
      ['tandem', 2, 'H', 121, 240],
      ['receptor', 1, 'A', 1, 110],
      ['receptor', 2, 'B', 147, 261],
    ]);
    expect(leftOut).toMatchObject([
      { of: 'scfv', what: 'residue', name: '121-135, 243-248', count: 21 },
      { of: 'receptor', what: 'residue' },
    ]);
    expect(warnings.map(({ of, warning }) => [of, warning])).toEqual([
      ['scfv', 'it has 2 variable domains: H, K'],
      ['tandem', 'it has 2 variable domains: H, H'],
      ['receptor', 'it has 2 variable domains: A, B'],
    ]);
  });

  it('gives the same numbers in any order, case and name, and with any other sequences', async () => {
    const { domains } = await number(fv);
    const plain = Object.fromEntries(domains.map(({ sequence, domain, start, end, ...rest }) => [sequence, rest]));
    const others = {
      reversed: fasta(Object.fromEntries(Object.entries(fv).reverse())),
      lower: fasta(fv).replace(/^[A-Z]+$/gm, (line) => line.toLowerCase()),
      tagged: fasta(Object.fromEntries(Object.entries(fv).map(([k, v]) => [k, `MHHHHHHGGSGG${v}GGGGSYPYDVPDYA`]))),
      renamed: fasta(Object.fromEntries(Object.entries(fv).map(([k, v]) => [`the ${k}`, v]))).replaceAll('>the ', '>'),
    };
    for (const [how, text] of Object.entries(others)) {
      const again = (await number(text)).domains;
      const found = Object.fromEntries(again.map(({ sequence, domain, start, end, ...rest }) => [sequence, rest]));
      for (const name of Object.keys(fv)) {
        const { confidence: _, fr1, ...rest } = found[name]!;
        const { confidence: __, fr1: whole, ...same } = plain[name]!;
        expect([how, name, rest]).toEqual([how, name, same]);
        expect(String(fr1)).toContain(String(whole).slice(2));
      }
    }
  });

  it('numbers each residue of a domain once, and names all other residues', async () => {
    const { domains, of, leftOut, done } = await number({ ...fv, ...others });
    for (const { sequence, start, end, ...rest } of domains) {
      const given = fv[sequence as keyof typeof fv];
      const residues = of(sequence);
      expect(residues.map(({ index }) => index)).toEqual(Array.from({ length: end - start + 1 }, (_, i) => start + i));
      expect(residues.map(({ residue }) => residue).join('')).toBe(given.slice(start - 1, end));
      const { fr1, cdr1, fr2, cdr2, fr3, cdr3, fr4 } = rest;
      expect([fr1, cdr1, fr2, cdr2, fr3, cdr3, fr4].join('')).toBe(given.slice(start - 1, end));
      expect(new Set(labels(residues)).size).toBe(residues.length);
      const outside = leftOut.filter(({ of, what }) => of === sequence && what === 'residue');
      expect(outside.reduce((sum, { count }) => sum + count, 0)).toBe(given.length - (end - start + 1));
    }
    expect(leftOut.filter(({ what }) => what === 'record').map(({ of }) => of)).toEqual(['lysozyme', 'constant']);
    const table = done.files.filter(({ port }) => port === 'numbering').map(({ name }) => name);
    expect(table).toEqual(['numbering-H.tsv', 'numbering-KL.tsv', 'numbering-A.tsv', 'numbering-B.tsv']);
  });

  it('aligns the domains of a class by their numbers', async () => {
    for (const scheme of ['imgt', 'kabat', 'aho']) {
      const { done, domains } = await number(fv, { scheme });
      const [text] = done.files.filter(({ name }) => name === 'alignment-H.afa').map(({ text }) => text);
      const rows = text!
        .split('>')
        .slice(1)
        .map((record) => record.split('\n').slice(1).join(''));
      expect(new Set(rows.map(({ length }) => length)).size).toBe(1);
      const heavy = domains
        .filter(({ chain }) => chain === 'H')
        .map(({ sequence, start, end }) => fv[sequence as 'heavy'].slice(start - 1, end));
      expect(rows.map((row) => row.replaceAll('-', ''))).toEqual(heavy);
      const [header, ...lines] = done.files
        .find(({ name }) => name === 'numbering-H.tsv')!
        .text.trimEnd()
        .split('\n')
        .map((line) => line.split('\t'));
      expect(lines.map((cells) => cells.slice(6).join(''))).toEqual(rows);
      const column = header!.indexOf(scheme === 'imgt' ? '104' : scheme === 'kabat' ? '92' : '106');
      expect(lines.map((cells) => cells[column])).toEqual(heavy.map(() => 'C'));
    }
  });

  it('warns of unusual parts of a domain', async () => {
    const long = fv.heavy.replace('SRWGGDGF', `SRWG${'GSYDW'.repeat(8)}GDGF`);
    const { warnings } = await number(
      {
        unknown: fv.heavy.replace('CAAS', 'CXXS'),
        mutant: fv.heavy.replace('YYCSRW', 'YYASRW'),
        first: fv.heavy.slice(25),
        last: fv.heavy.slice(0, 105),
        long,
        // oxpig/ANARCI #103.
        inserted:
          'DIQMTQSPSSLSASRGDSVTITCRASQNIGHFLNWYQHKPGRAPKLLIYSTNVLQGGVPSRFSGSASGTDTFFTLTISNLQPEDFGSYYCQQSHSTPHSFGGGTKVELK',
      },
      { scheme: 'kabat' },
    );
    const of = (name: string) =>
      warnings.filter((each) => each.of === name).map(({ warning }) => warning.replace(/^domain 1 \(.\): /, ''));
    expect(of('unknown')).toEqual(['2 residues are unknown: 23, 24']);
    expect(of('mutant')).toEqual(['position 104 of IMGT is A, where cysteine is conserved']);
    expect(of('first')).toEqual(['it begins at position 27 of IMGT']);
    expect(of('last')).toEqual([expect.stringMatching(/^it ends at position \d+ of IMGT, before FR4/)]);
    expect(of('long')).toEqual(['more than 26 insertions at one position: their codes go on with AA, BB, …']);
  });

  it('names insertions after Z with letters', async () => {
    const long = fv.heavy.replace('SRWGGDGF', `SRWG${'GSYDW'.repeat(8)}GDGF`);
    const { residues } = await number({ long }, { scheme: 'kabat' });
    const codes = residues.filter(({ position }) => position === 100).map(({ insertion }) => insertion);
    expect(codes.slice(24)).toEqual([
      'X',
      'Y',
      'Z',
      'AA',
      'BB',
      'CC',
      'DD',
      'EE',
      'FF',
      'GG',
      'HH',
      'II',
      'JJ',
      'KK',
      'LL',
      'MM',
      'NN',
      'OO',
      'PP',
      'QQ',
    ]);
  });

  it('leaves out other chain types than those asked for, and receptors in other schemes than imgt', async () => {
    const heavy = await number({ scfv: fv.heavy + fv.light }, { chains: ['H'] });
    expect(heavy.domains.map(({ chain }) => chain)).toEqual(['H']);
    expect(heavy.leftOut).toMatchObject([
      { name: '121-227', count: 107, reason: 'the setting chains leaves out domains of type K' },
    ]);
    const kabat = await number({ alpha: fv.alpha }, { scheme: 'kabat' });
    expect(kabat.domains).toEqual([]);
    expect(kabat.leftOut.map(({ reason }) => reason)).toContain(
      'kabat has no numbers for chain type A of T cell receptors; imgt has',
    );
  });
});
