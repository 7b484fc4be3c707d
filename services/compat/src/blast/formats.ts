import { linesOf } from '../api/lines.ts';
import { BadRequest } from '../http/badRequest.ts';
import type { Fields } from '../http/fields.ts';

/** A report: the port of `blast-search` that has it, its media type, and how its text changes on the way. */
export interface Format {
  port: 'xml' | 'report' | 'hits_table';
  type: string;
  change?: (text: AsyncIterable<Uint8Array>, rid: string) => AsyncIterable<string>;
}

const xml: Format = { port: 'xml', type: 'text/xml; charset=utf-8' };
const plain: Format = { port: 'report', type: 'text/plain; charset=utf-8' };
const tabular: Format = { port: 'hits_table', type: 'text/plain; charset=utf-8', change: asTabular };

/** What BLAST calls the columns of its tables, in the order of `-outfmt 6`. The tool's table begins with them. */
const FIELDS =
  'query acc.ver, subject acc.ver, % identity, alignment length, mismatches, gap opens, q. start, q. end, s. start, s. end, evalue, bit score';
const COLUMNS = FIELDS.split(', ').length;

/**
 * Returns the format of a `CMD=Get`. Without `FORMAT_TYPE` it is Text: this service writes no HTML.
 *
 * @throws BadRequest naming the formats that exist
 */
export function formatOf(fields: Fields): Format {
  const type = (fields.get('FORMAT_TYPE') || 'Text').toLowerCase();
  const view = (fields.get('ALIGNMENT_VIEW') || 'Pairwise').toLowerCase();
  if (type === 'xml') return xml;
  if (type === 'tabular' || (type === 'text' && view === 'tabular')) return tabular;
  if (type === 'text' && view === 'pairwise') return plain;
  throw new BadRequest(
    `FORMAT_TYPE=${type.toUpperCase()} with ALIGNMENT_VIEW=${view} is not available; use FORMAT_TYPE=XML, Text or Tabular`,
  );
}

async function* asTabular(text: AsyncIterable<Uint8Array>, rid: string): AsyncIterable<string> {
  yield `# BLAST\n# RID: ${rid}\n# Fields: ${FIELDS}\n`;
  let isHeader = true;
  for await (const line of linesOf(text)) {
    if (!isHeader) yield `${line.split('\t').slice(0, COLUMNS).join('\t')}\n`;
    isHeader = false;
  }
}
