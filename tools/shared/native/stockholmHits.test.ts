import { expect, it } from 'vitest';
import { parseAlignment } from '../msa/parseAlignment.ts';
import { QUERY_INDEX, stockholmHits } from './stockholmHits.ts';

const record = (name: string, sequence: string, description = '') => ({ name, description, sequence });
const read = (text: string) => parseAlignment(text, 'STOCKHOLM', { maxRecords: 10, maxColumns: 100 });

it('gives rows unique names, the query its own name, and restores rare letters', () => {
  const text = `# STOCKHOLM 1.0
#=GF ID s999999999-i2
#=GF AU jackhmmer (HMMER 3.3.2)

#=GS s000001/2-5 DE [subseq from] s000001

s999999999           MKVAW
#=GR s999999999 PP   99999
s000001/2-5       -KXAw
#=GR s000001/2-5 PP .9987
s000002/1-4       MKVA-
s000002/1-4       MKV-A
#=GC RF           xxxxx
//
`;
  const records = [record('Homo sapiens 1', 'MKUAWV', ''), record('Homo_sapiens_1', 'MKVAA', 'of it')];
  const written = stockholmHits(text, records, record('Homo', 'MKVAW'));
  expect(QUERY_INDEX).toBe(999_999_998);
  expect(written).toBe(`# STOCKHOLM 1.0

#=GS Homo_sapiens_1_2/1-4 DE of it
#=GS Homo_sapiens_1_2/1-4#2 DE of it
Homo                       MKVAW
#=GR Homo PP               99999
Homo_sapiens_1/2-5         -KUAw
#=GR Homo_sapiens_1/2-5 PP .9987
Homo_sapiens_1_2/1-4       MKVA-
Homo_sapiens_1_2/1-4#2     MKV-A
#=GC RF                    xxxxx
//
`);
  expect(read(written).problems.messages).toEqual([]);
});

it('joins the blocks of an alignment', () => {
  const text = `# STOCKHOLM 1.0

s000001/2-5         MK-
#=GR s000001/2-5 PP 99.
s000001/2-5         MKV
#=GC RF             xxx

s000001/2-5         XA
#=GR s000001/2-5 PP 98
s000001/2-5         -A
#=GC RF             x.
//
`;
  expect(stockholmHits(text, [record('a', 'WMKUA')])).toBe(`# STOCKHOLM 1.0

a/2-5         MK-UA
#=GR a/2-5 PP 99.98
a/2-5#2       MKV-A
#=GC RF       xxxx.
//
`);
});

it('fails at a row of an unknown sequence', () => {
  expect(() => stockholmHits('# STOCKHOLM 1.0\ns000009/1-2 MK\n//\n', [record('a', 'MK')])).toThrow('unknown sequence');
});
