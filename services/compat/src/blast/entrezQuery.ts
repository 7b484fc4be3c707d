import { BadRequest } from '../http/badRequest.ts';
import type { Reader } from '../http/readParameters.ts';

const TAXON = /^\s*txid(\d{1,9})\s*\[(?:orgn|organism)(?::(?:exp|noexp))?\]/i;
const NONE = ['(none)', 'none'];

/**
 * Reads the part of Entrez queries that choose taxa: `txid9606[ORGN] OR txid10090[ORGN] NOT txid63221[ORGN]`, as the pages
 * of NCBI make them. `all[filter] NOT …` only leaves taxa out.
 */
export const entrezQuery: Reader = (given) => {
  if (NONE.includes(given.toLowerCase())) return {};
  const [kept, ...left] = given.replaceAll(/[()]/g, ' ').split(/\bNOT\b/);
  const isAll = /^\s*all\s*\[filter\]\s*$/i.test(kept!);
  const taxids = isAll ? [] : taxaOf(kept!, given);
  const excluded = left.flatMap((part) => taxaOf(part, given));
  return {
    ...(taxids.length > 0 && { taxids: taxids.join(',') }),
    ...(excluded.length > 0 && { exclude_taxids: excluded.join(',') }),
  };
};

function taxaOf(text: string, given: string): string[] {
  return text.split(/\bOR\b/).map((part) => {
    const found = TAXON.exec(part);
    if (found && part.slice(found[0].length).trim() === '') return found[1]!;
    throw new BadRequest(
      `'${given}' is not supported: Rotamer has no Entrez, only taxa such as txid9606[ORGN] OR txid10090[ORGN] NOT txid63221[ORGN]`,
    );
  });
}
