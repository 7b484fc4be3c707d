import { closeSync, existsSync, openSync, readFileSync, readSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ToolDataset, ToolRun } from '../contract.ts';
import { type ClanRecord, parseClan } from '../shared/datasets/clans.ts';
import { CLANS, PROFILES } from '../shared/datasets/records.ts';
import type { Profile } from '../shared/native/profiles.ts';
import { indexOfSafeId } from '../shared/native/safeIds.ts';
import type { FromInput } from '../shared/readInputs.ts';
import { indexPath } from '../shared/releases/buildIndexes.ts';
import { linesOf } from '../shared/text.ts';
import type { TableRow } from './domains.ts';
import { withSafeName } from './profileRecords.ts';

/** A profile that was found, without its text. `inputId` is undefined for a profile of a dataset. */
export interface FoundProfile extends Pick<Profile, 'name' | 'accession' | 'description'> {
  inputId?: string;
}

/** The profiles that are scanned: a release of a dataset, or those of the user. */
export interface Library {
  /** Path for the program. */
  path: string;
  /** Whether the program has to index the file first. */
  isPressed: boolean;
  count: number;
  /** Whether the profiles have a cutoff: `ga`, `tc` or `nc`. */
  has(cutoff: string): boolean;
  /** Returns the profile of a row of hmmscan's table. */
  profileOf(row: TableRow): FoundProfile | undefined;
}

/** Writes the profiles of the user with safe names. */
export function uploadedLibrary(job: ToolRun, profiles: FromInput<Profile>[]): Library {
  const path = 'library.hmm';
  writeFileSync(join(job.workdir, path), profiles.map(withSafeName).join(''));
  return {
    ...{ path, isPressed: false, count: profiles.length },
    has: (cutoff) => profiles.every(({ cutoffs }) => cutoffs.includes(cutoff)),
    profileOf: ({ words }) => profiles[indexOfSafeId(words[0]!) ?? -1],
  };
}

/** Returns the profiles of a release. Its first profile decides whether it has cutoffs: all of Pfam's have. */
export function datasetLibrary({ dir, records }: ToolDataset): Library {
  const first = firstFields(join(dir, PROFILES));
  return {
    ...{ path: indexPath(dir, 'hmmpress'), isPressed: true, count: records },
    has: (cutoff) => new RegExp(`^${cutoff.toUpperCase()} `, 'm').test(first),
    profileOf({ words, description }) {
      const [name, accession] = [words[0]!, words[1]!];
      return {
        name,
        accession: accession === '-' ? '' : accession,
        description: description === '-' ? '' : description,
      };
    },
  };
}

/** Returns the clans of a release, none where it was imported without them. */
export function readDatasetClans({ dir }: ToolDataset): ClanRecord[] {
  const path = join(dir, CLANS);
  if (!existsSync(path)) return [];
  return [...linesOf(readFileSync(path, 'utf8'))].flatMap((line) => parseClan(line) ?? []);
}

const FIELDS_BYTES = 65_536;

/** Returns the lines of a file of profiles before the first matrix. */
function firstFields(path: string): string {
  const file = openSync(path, 'r');
  try {
    const buffer = Buffer.alloc(FIELDS_BYTES);
    const text = buffer.toString('utf8', 0, readSync(file, buffer, 0, FIELDS_BYTES, 0));
    return text.split(/^HMM /m, 1)[0]!;
  } finally {
    closeSync(file);
  }
}
