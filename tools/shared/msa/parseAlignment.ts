import { TextProblems } from '../problems.ts';
import { linesOf } from '../text.ts';
import { readA3m } from './formats/a3m.ts';
import { readAfa } from './formats/afa.ts';
import { readClustal } from './formats/clustal.ts';
import { readMsf } from './formats/msf.ts';
import { readNexus } from './formats/nexus.ts';
import { readPhylip } from './formats/phylip.ts';
import type { Reader } from './formats/reader.ts';
import { readStockholm } from './formats/stockholm.ts';
import { type AlignmentLimits, type AlignmentRow, OpenRows } from './openRows.ts';

export type AlignmentFormat = 'AFA' | 'STOCKHOLM' | 'CLUSTAL' | 'A3M' | 'PHYLIP' | 'NEXUS' | 'MSF';

const readers: Record<AlignmentFormat, Reader> = {
  AFA: readAfa,
  STOCKHOLM: readStockholm,
  CLUSTAL: readClustal,
  A3M: readA3m,
  PHYLIP: readPhylip,
  NEXUS: readNexus,
  MSF: readMsf,
};

/**
 * Parses one multiple alignment: rows of equal length, each with at least one residue. In aligned FASTA, A3M and PHYLIP
 * names may repeat, because the parser does not match rows by name. `nameApart` then makes them unique.
 */
export function parseAlignment(
  text: string,
  format: AlignmentFormat,
  limits: AlignmentLimits,
): { records: AlignmentRow[]; problems: TextProblems } {
  const problems = new TextProblems();
  const rows = new OpenRows(limits, problems);
  const readToTheEnd = readers[format]([...linesOf(text)], rows, problems);
  return { records: readToTheEnd ? rows.close() : [], problems };
}
