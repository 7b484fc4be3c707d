import { ConnectionError } from '@rotamer/client';
import { UsageError } from '../exitCodes.ts';
import type { Source } from './assignSlots.ts';

const MAX_BYTES = 50 * 1024 * 1024;

/** The addresses and formats of entries in public databases. */
const databases = {
  rcsb: {
    pattern: /^[0-9A-Za-z]{4,12}$/,
    url: (id: string) => `https://files.rcsb.org/download/${id}.cif`,
    end: 'cif',
  },
  uniprot: {
    pattern: /^[0-9A-Za-z-]{6,14}$/,
    url: (id: string) => `https://rest.uniprot.org/uniprotkb/${id}.fasta`,
    end: 'fasta',
  },
  pubchem: {
    pattern: /^\d{1,12}$/,
    url: (id: string) => `https://pubchem.ncbi.nlm.nih.gov/rest/pug/compound/cid/${id}/SDF`,
    end: 'sdf',
  },
} as const;

export interface ExternalEntry {
  slotId?: string;
  database: keyof typeof databases;
  id: string;
}

/** Reads `[SLOT=]rcsb:1UBQ`, `uniprot:P0CG48`, `pubchem:2244`. */
export function parseFetch(option: string): ExternalEntry {
  const [, slotId, database = '', id = ''] = /^(?:([^=]+)=)?(\w+):(.+)$/.exec(option) ?? [];
  if (!Object.hasOwn(databases, database)) {
    throw new UsageError(`--fetch must be DATABASE:ID with ${Object.keys(databases).join(', ')}, not '${option}'.`);
  }
  const known = database as keyof typeof databases;
  if (!databases[known].pattern.test(id))
    throw new UsageError(`--fetch ${option}: ${id} is not the id of ${database}.`);
  return { slotId, database: known, id };
}

/** Fetches an entry. Its content is sent inline, with its source. */
export async function fetchExternal(
  { slotId, database, id }: ExternalEntry,
  get: typeof fetch,
  signal: AbortSignal,
): Promise<Source> {
  const { url, end } = databases[database];
  const response = await get(url(id), { signal }).catch((cause) => {
    throw new ConnectionError(`${url(id)} could not be reached.`, { cause });
  });
  if (response.status === 404 || response.status === 400) throw new UsageError(`${database} has no entry ${id}.`);
  if (!response.ok) throw new ConnectionError(`${url(id)} answered with status ${response.status}.`);
  const text = await response.text();
  if (text.length > MAX_BYTES) throw new UsageError(`The entry ${database}:${id} is larger than 50 MiB.`);
  return { name: `${id}.${end}`, text, slotId, external: { externalSource: database, externalId: id } };
}
