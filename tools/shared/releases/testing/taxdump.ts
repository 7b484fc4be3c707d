import { buffer } from 'node:stream/consumers';
import { pack } from 'tar-stream';

const dmp = (rows: (string | number)[][]) => rows.map((cells) => `${cells.join('\t|\t')}\t|\n`).join('');

/** Returns the bytes of a `taxdump.tar` like that of NCBI, with people, mice and what is above them. 63221 became 9606. */
export function taxdump(): Promise<Buffer> {
  const archive = pack();
  archive.entry({ name: 'merged.dmp' }, dmp([[63221, 9606]]));
  archive.entry(
    { name: 'names.dmp' },
    dmp([
      [9606, 'Homo sapiens', '', 'scientific name'],
      [9606, 'human', '', 'genbank common name'],
      [10090, 'Mus musculus', '', 'scientific name'],
    ]),
  );
  archive.entry(
    { name: 'nodes.dmp' },
    dmp([
      [1, 1, 'no rank'],
      [2, 1, 'domain'],
      [562, 2, 'species'],
      [40674, 1, 'class'],
      [9605, 40674, 'genus'],
      [9606, 9605, 'species'],
      [10090, 40674, 'species'],
    ]),
  );
  archive.entry({ name: 'citations.dmp' }, 'x');
  archive.finalize();
  return buffer(archive);
}
