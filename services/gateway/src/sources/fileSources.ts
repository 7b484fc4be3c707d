/** A public database from which files are fetched by the ids of its entries. */
export interface FileSource {
  id: SourceId;
  name: string;
  /** The format of its entries. */
  format: string;
  /** An id, as an example. */
  example: string;
  /** Returns the address of an entry and the name of its file; undefined for a text that is not an id of the database. */
  entry(id: string): { url: string; filename: string } | undefined;
}

/** The databases that an installation can offer. Ids are letters, digits and a minus, so they cannot change an address. */
const known = {
  pdb: { name: 'Protein Data Bank', format: 'MMCIF', example: '1UBQ', pattern: /^[1-9][A-Z0-9]{3}$|^PDB_[A-Z0-9]{8}$/ },
  uniprot: {
    name: 'UniProt',
    format: 'FASTA',
    example: 'P0CG48',
    // https://www.uniprot.org/help/accession_numbers, with the number of an isoform
    pattern: /^([OPQ]\d[A-Z0-9]{3}\d|[A-NR-Z]\d([A-Z][A-Z0-9]{2}\d){1,2})(-\d{1,3})?$/,
  },
  alphafold: {
    name: 'AlphaFold DB',
    format: 'MMCIF',
    example: 'P0CG48',
    pattern: /^([OPQ]\d[A-Z0-9]{3}\d|[A-NR-Z]\d([A-Z][A-Z0-9]{2}\d){1,2})$/,
  },
} as const;

/** The id of a database. */
export type SourceId = keyof typeof known;

/** The addresses of the databases' own servers. */
export const DEFAULT_SOURCES = [
  'pdb=https://files.rcsb.org/download/{id}.cif',
  'uniprot=https://rest.uniprot.org/uniprotkb/{id}.fasta',
  'alphafold=https://alphafold.ebi.ac.uk/files/AF-{id}-F1-model_v6.cif',
].join(',');

/**
 * Reads `ROTAMER_FILE_SOURCES`: `pdb=https://example.org/{id}.cif`, separated by commas. An empty text offers no database.
 *
 * @throws Error naming the entry that is not a known database with an address
 */
export function readFileSources(text: string): Map<string, FileSource> {
  const sources = text.split(',').flatMap((entry): [SourceId, FileSource][] => {
    const trimmed = entry.trim();
    if (trimmed === '') return [];
    const [, id = '', template = ''] = /^(\w+)=(https?:\/\/\S+)$/.exec(trimmed) ?? [];
    if (!Object.hasOwn(known, id) || !template.includes('{id}') || !URL.canParse(template)) {
      const ids = Object.keys(known).join(', ');
      throw new Error(`ROTAMER_FILE_SOURCES: ${trimmed} is not one of ${ids} with an address that has {id}`);
    }
    return [[id as SourceId, sourceAt(id as SourceId, template)]];
  });
  return new Map(sources);
}

function sourceAt(id: SourceId, template: string): FileSource {
  const { pattern, ...source } = known[id];
  return {
    id,
    ...source,
    entry(text) {
      const entryId = text.trim().toUpperCase();
      if (!pattern.test(entryId)) return undefined;
      const url = template.replaceAll(
        '{id}',
        id === 'pdb' && entryId.startsWith('PDB_') ? entryId.toLowerCase() : entryId,
      );
      const name = id === 'alphafold' ? `AF-${entryId}` : entryId;
      return { url, filename: `${name}.${source.format === 'FASTA' ? 'fasta' : 'cif'}` };
    },
  };
}
