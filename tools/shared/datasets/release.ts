import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import * as Type from 'typebox';
import { type ToolDataset, taxonomies } from '../../contract.ts';
import { DATASET_ID, RELEASE_ID } from './reference.ts';

/**
 * The folder of a release, `<datasets>/<id>/<release>/`, is read-only and has:
 *
 * - `release.json`: the description below, written last;
 * - of sequences `sequences.fasta` (ids `s000001`, …, one line of residues each), `names.tsv` and `offsets.bin`
 *   (`records.ts`);
 * - of sequences whose taxa are known `taxa.bin`, and `parents.bin` where a taxonomy was imported (`taxa.ts`);
 * - of profiles of HMMER `profiles.hmm`, and `clans.tsv` where it was imported;
 * - of profiles of HH-suite `hhsuite/db_*`;
 * - a folder for each index: `blast/db.*`, `diamond/db.dmnd`, `mmseqs/db*`, `hmmpress/db.h3*`.
 */
const RELEASE_FILE = 'release.json';

const digest = Type.String({ pattern: '^[0-9a-f]{64}$' });
const count = Type.Integer({ minimum: 0 });

const file = Type.Object({ path: Type.String({ maxLength: 200 }), bytes: count, sha256: digest });

export const datasetKinds = ['protein-sequences', 'nucleotide-sequences', 'hmm-profiles', 'hhm-profiles'] as const;

const releaseSchema = Type.Object({
  dataset: Type.String({ pattern: `^${DATASET_ID}$` }),
  release: Type.String({ pattern: `^${RELEASE_ID}$` }),
  kind: Type.Enum([...datasetKinds]),
  title: Type.String({ maxLength: 500 }),
  licence: Type.String({ maxLength: 500 }),
  /** Where the data came from: a path, an S3 key or an address. */
  source: Type.String({ maxLength: 2000 }),
  /** SHA-256 of the source, as its publisher offers it: of the compressed file where it is compressed. */
  sha256: digest,
  records: count,
  residues: count,
  taxonomy: Type.Optional(Type.Enum([...taxonomies])),
  /** Size of all files of the folder. */
  bytes: count,
  createdAt: Type.String({ maxLength: 40 }),
  /** All files but `release.json`, with paths below the folder. */
  files: Type.Array(file, { maxItems: 10_000 }),
  /** By program. `version` is that of the program that built the index. */
  indexes: Type.Record(Type.String({ maxLength: 64 }), Type.Object({ version: Type.String({ maxLength: 100 }) })),
});

export type ReleaseFile = Type.Static<typeof releaseSchema>;

let validate: ReturnType<Ajv['compile']> | undefined;

/**
 * Reads `release.json` of a folder.
 *
 * @throws Error that names the file when it is missing, or not a description of a release.
 */
export function readRelease(dir: string): ReleaseFile {
  const path = join(dir, RELEASE_FILE);
  const value = JSON.parse(readFileSync(path, 'utf8'));
  validate ??= new Ajv({ strict: true }).compile(releaseSchema);
  if (validate(value)) return value as ReleaseFile;
  const [error] = validate.errors!;
  throw new Error(`${path}: ${error!.instancePath || 'it'} ${error!.message}`);
}

/** Returns the dataset that a run gets from the folder of a release. */
export function toolDataset(dir: string): ToolDataset {
  const { dataset: id, release, kind, sha256, records, residues, taxonomy, indexes } = readRelease(dir);
  return { dir, id, release, kind, sha256, records, residues, ...(taxonomy && { taxonomy }), indexes };
}

/** Returns the path of a release's description. */
export const releaseFile = (dir: string): string => join(dir, RELEASE_FILE);
