const COLUMNS_PER_LINE = 50;
const COLUMNS_PER_WORD = 10;

/** Writes MSF of GCG. Gaps are `.`, or `~` at the ends of a row; rows and the file have checksums. */
export function writeMsf(rows: { name: string; sequence: string }[], isProtein: boolean): string {
  const given = rows.map(({ name, sequence }) => ({ name, sequence: withGaps(sequence) }));
  const width = given.reduce((longest, { name }) => Math.max(longest, name.length), 0);
  const length = given[0]!.sequence.length;
  const checks = given.map(({ sequence }) => checksum(sequence));
  const total = checks.reduce((sum, check) => sum + check, 0) % 10_000;
  const names = given.map(
    ({ name }, i) => ` Name: ${name.padEnd(width)}  Len: ${length}  Check: ${checks[i]}  Weight: 1.00\n`,
  );
  const blocks: string[] = [];
  for (let at = 0; at < length; at += COLUMNS_PER_LINE) {
    const lines = given.map(({ name, sequence }) => {
      const words = sequence.slice(at, at + COLUMNS_PER_LINE).match(new RegExp(`.{1,${COLUMNS_PER_WORD}}`, 'g'))!;
      return `${name.padEnd(width)}  ${words.join(' ')}\n`;
    });
    blocks.push(`${lines.join('')}\n`);
  }
  const type = isProtein ? 'P' : 'N';
  return (
    `!!${isProtein ? 'AA' : 'NA'}_MULTIPLE_ALIGNMENT 1.0\n\n` +
    ` alignment.msf  MSF: ${length}  Type: ${type}  Check: ${total}  ..\n\n${names.join('')}\n//\n\n${blocks.join('')}`
  );
}

function withGaps(sequence: string): string {
  const start = sequence.search(/[^-]/);
  let end = sequence.length;
  while (end > 0 && sequence[end - 1] === '-') end--;
  if (start === -1) return '~'.repeat(sequence.length);
  const inside = sequence.slice(start, end).replaceAll('-', '.');
  return '~'.repeat(start) + inside + '~'.repeat(sequence.length - end);
}

/** Returns GCG's checksum: the sum of letters times their places modulo 57, modulo 10,000. */
function checksum(sequence: string): number {
  let sum = 0;
  for (let i = 0; i < sequence.length; i++) sum += ((i % 57) + 1) * sequence.charCodeAt(i);
  return sum % 10_000;
}
