import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatasetKind, ToolDataset } from '../../../contract.ts';
import { toolDataset } from '../../datasets/release.ts';
import { buildIndex, type IndexName } from '../buildIndexes.ts';
import { describeFiles, writeRelease } from '../describeRelease.ts';
import { write } from '../importRelease.ts';

interface About {
  kind?: DatasetKind;
  id?: string;
  release?: string;
  /** The datasets folder. By default a new folder, which the caller removes. */
  root?: string;
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
  const chunks = (async function* () {
    yield Buffer.from(text);
  })();
  const { records, residues } = await write(kind, chunks, dir);
  const built: Record<string, { version: string }> = {};
  for (const name of indexes)
    built[name] = await buildIndex(dir, name, { kind, title: `${id} ${release}` }, new AbortController().signal);
  const files = await describeFiles(dir);
  writeRelease(dir, {
    ...{ dataset: id, release, kind, title: id, licence: 'CC0-1.0', source: 'a test', records, residues },
    sha256: createHash('sha256').update(text).digest('hex'),
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    createdAt: new Date(0).toISOString(),
    ...{ files, indexes: built },
  });
  return toolDataset(dir);
}
