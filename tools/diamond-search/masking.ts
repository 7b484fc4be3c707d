/**
 * Minimum number of identical residues after the end of an alignment. Without masking, this many would have been
 * aligned.
 */
const ENOUGH = 5;

interface Place {
  qstart: number;
  qend: number;
  sstart: number;
  send: number;
  gaps: number;
  pident: number;
}

/** Returns the sign that an alignment of two proteins was affected by masking; undefined when there is none. */
export function maskingSign(query: string, subject: string, place: Place): string | undefined {
  const { qstart, qend, sstart, send, gaps, pident } = place;
  const alike = (q: number, s: number, step: number): boolean => {
    for (let i = 0; i < ENOUGH; i++) {
      const letter = query[q + i * step];
      if (letter === undefined || letter === 'X' || letter !== subject[s + i * step]) return false;
    }
    return true;
  };
  if (alike(qend, send, 1) || alike(qstart - 2, sstart - 2, -1)) return 'ends although both sequences go on alike';
  if (gaps > 0) return undefined;
  const length = qend - qstart + 1;
  let identical = 0;
  for (let i = 0; i < length; i++) if (query[qstart - 1 + i] === subject[sstart - 1 + i]) identical++;
  const percent = (100 * identical) / length;
  // The program rounds the value to three digits, and reads U, O and J as unknown.
  const rare = /[UOJBZX]/.test(query.slice(qstart - 1, qend));
  return !rare && percent - pident > 0.1 ? `is identical to ${percent.toFixed(1)} %, not ${pident} %` : undefined;
}
