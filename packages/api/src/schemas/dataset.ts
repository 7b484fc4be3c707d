import { type Static, Type } from 'typebox';
import { dateTime, listOf, nullable, oneOf } from './build.ts';

const strict = { additionalProperties: false };

const release = Type.Object(
  {
    release: Type.String({ examples: ['2026_04'] }),
    state: oneOf(['ready', 'retired'], '`retired`: new jobs that name it are refused'),
    sha256: Type.String({ description: 'Of the imported file, hex' }),
    records: Type.Integer(),
    residues: Type.Integer({ description: 'Residues or bases of all records; of profiles their match states' }),
    size: Type.Integer({ description: 'Bytes on disk, with all indexes' }),
    taxonomy: oneOf(
      ['none', 'taxa', 'lineage'],
      'Whether searches may choose records by taxon: not at all, by the taxa of the records, or also by the taxa above them',
    ),
    ready_at: dateTime(),
  },
  strict,
);

/** The release of a dataset that a job or a node of a run pins. */
export const pinnedRelease = (description: string) =>
  Type.Object({ id: Type.String(), release: Type.String(), sha256: Type.String() }, { ...strict, description });

export type PublicPinnedRelease = Static<ReturnType<typeof pinnedRelease>>;

/** Reference data that jobs search, with its releases. */
export const dataset = Type.Object(
  {
    id: Type.String({ examples: ['swissprot'], description: 'Name it, or `id@release`, in the setting of a tool' }),
    object: Type.Literal('dataset'),
    kind: oneOf(['protein-sequences', 'nucleotide-sequences', 'hmm-profiles', 'hhm-profiles']),
    title: Type.String(),
    license: Type.String(),
    source: Type.String({ description: 'Where the data came from' }),
    newest_release: nullable(Type.String({ description: 'The release of a job that names no release' })),
    releases: Type.Array(release, { description: 'Newest first' }),
  },
  {
    $id: 'Dataset',
    ...strict,
    examples: [
      {
        ...{ id: 'swissprot', object: 'dataset', kind: 'protein-sequences', title: 'Swiss-Prot', license: 'CC-BY-4.0' },
        ...{ source: 'uniprot_sprot.fasta.gz', newest_release: '2026_04' },
        releases: [
          {
            ...{ release: '2026_04', state: 'ready', sha256: 'ab'.repeat(32), records: 573_000, residues: 207_900_000 },
            ...{ size: 900_000_000, taxonomy: 'lineage', ready_at: '2026-03-01T12:00:00.000Z' },
          },
        ],
      },
    ],
  },
);

export type PublicDataset = Static<typeof dataset>;

export const datasetList = listOf(dataset, 'DatasetList');
