import { expect, it } from 'vitest';
import { restoreHmmerReport } from './hmmerReport.ts';

const record = (name: string, description = '') => ({ name, description, sequence: 'MKVAW' });

it('writes the names of users in aligned columns, without paths, threads and times', () => {
  const text = `# phmmer :: search a protein sequence against a protein database
# query sequence file:             query.fa
# target sequence database:        /data/swissprot/1/sequences.fasta
# per-dom hits tabular output:     found.dom
# number of worker threads:        2
# - - -

Query:       s999999999  [L=5]
Scores for complete sequences (score includes all domains):
   --- full sequence ---   --- best 1 domain ---    -#dom-
    E-value  score  bias    E-value  score  bias    exp  N  Sequence Description
    ------- ------ -----    ------- ------ -----   ---- --  -------- -----------
      1e-20   70.0   0.1    1.1e-20   69.9   0.1    1.0  1  s000002
+     2e-20   69.0   0.1    2.1e-20   68.9   0.1    1.0  1  s000001

Domain annotation for each sequence (and alignments):
>> s000002
   #    score  bias  c-Evalue  i-Evalue hmmfrom  hmm to    alifrom  ali to    envfrom  env to     acc
 ---   ------ ----- --------- --------- ------- -------    ------- -------    ------- -------    ----
   1 !   69.9   0.1     1e-20     1e-20       1       5 []       1       5 []       1       5 [] 0.99

  Alignments for each domain:
  == domain 1  score: 69.9 bits;  conditional E-value: 1e-20
  s999999999 1 mkvaw 5
               mkvaw
     s000002 1 MKVAW 5
               99999 PP

>> s000001
   [No individual domains that satisfy reporting thresholds (although complete target did)]

Internal pipeline statistics summary:
Query sequence(s):                         1  (5 residues searched)
# CPU time: 0.01u 0.00s 00:00:00.01 Elapsed: 00:00:00.01
# Mc/sec: 10.00
//
[ok]
`;
  const records = [record('short', 'the first'), record('sp|P68871|HBB HUMAN')];
  expect(
    restoreHmmerReport(text, records, 'swissprot@1', record('my query')),
  ).toBe(`# phmmer :: search a protein sequence against a protein database
# target sequence database:        swissprot@1
# - - -

Query:       my_query  [L=5]
Scores for complete sequences (score includes all domains):
   --- full sequence ---   --- best 1 domain ---    -#dom-
    E-value  score  bias    E-value  score  bias    exp  N  Sequence            Description
    ------- ------ -----    ------- ------ -----   ---- --  --------            -----------
      1e-20   70.0   0.1    1.1e-20   69.9   0.1    1.0  1  sp|P68871|HBB_HUMAN
+     2e-20   69.0   0.1    2.1e-20   68.9   0.1    1.0  1  short                the first

Domain annotation for each sequence (and alignments):
>> sp|P68871|HBB_HUMAN
   #    score  bias  c-Evalue  i-Evalue hmmfrom  hmm to    alifrom  ali to    envfrom  env to     acc
 ---   ------ ----- --------- --------- ------- -------    ------- -------    ------- -------    ----
   1 !   69.9   0.1     1e-20     1e-20       1       5 []       1       5 []       1       5 [] 0.99

  Alignments for each domain:
  == domain 1  score: 69.9 bits;  conditional E-value: 1e-20
             my_query 1 mkvaw 5
                        mkvaw
  sp|P68871|HBB_HUMAN 1 MKVAW 5
                        99999 PP

>> short  the first
   [No individual domains that satisfy reporting thresholds (although complete target did)]

Internal pipeline statistics summary:
Query sequence(s):                         1  (5 residues searched)
//
[ok]
`);
});
