import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatasetKind, ToolDataset } from '../../../contract.ts';
import { toolDataset } from '../../datasets/release.ts';
import { buildIndex, type IndexName } from '../buildIndexes.ts';
import { describeFiles, writeRelease } from '../describeRelease.ts';
import { write } from '../readSource.ts';

interface About {
  kind?: DatasetKind;
  id?: string;
  release?: string;
  /** The datasets folder. By default a new folder, which the caller removes. */
  root?: string;
  /** The bytes of NCBI's `taxdump.tar`. */
  taxdump?: Uint8Array;
}

/** Makes the folder of a release from a text, or the bytes of an archive, with the named indexes, and returns the dataset that a run would get. */
export async function aRelease(
  text: string | Uint8Array,
  indexes: IndexName[],
  about: About = {},
): Promise<ToolDataset> {
  const { kind = 'protein-sequences', id = 'test', release = '1' } = about;
  const dir = join(about.root ?? mkdtempSync(join(tmpdir(), 'rotamer-dataset-')), id, release);
  mkdirSync(dir, { recursive: true });
  const chunksOf = async function* (content: string | Uint8Array) {
    yield Buffer.from(content);
  };
  const taxdump = about.taxdump && chunksOf(about.taxdump);
  const { records, residues, taxonomy } = await write(kind, chunksOf(text), dir, undefined, { taxdump });
  const built: Record<string, { version: string }> = {};
  for (const name of indexes)
    built[name] = await buildIndex(dir, name, { kind, title: `${id} ${release}` }, new AbortController().signal);
  const files = await describeFiles(dir);
  writeRelease(dir, {
    ...{ dataset: id, release, kind, title: id, licence: 'CC0-1.0', source: 'a test', records, residues },
    ...(taxonomy && { taxonomy }),
    sha256: createHash('sha256').update(text).digest('hex'),
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    createdAt: new Date(0).toISOString(),
    ...{ files, indexes: built },
  });
  return toolDataset(dir);
}
