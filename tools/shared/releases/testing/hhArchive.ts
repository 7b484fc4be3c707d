import { buffer } from 'node:stream/consumers';
import { pack } from 'tar-stream';

/** What differs from a whole archive. Files are named without their folder. */
interface Change {
  leaveOut?: string;
  add?: Record<string, string>;
  replace?: Record<string, string>;
}

/** Returns a tar archive of an HH-suite database of alignments in A3M, by name, as its publishers make it. */
export function hhArchive(
  database: string,
  alignments: Record<string, string>,
  { leaveOut, add = {}, replace = {} }: Change = {},
): Promise<Buffer> {
  const states = Object.entries(alignments).map(([name, a3m]) => [name, 'A'.repeat(columnsOf(a3m))] as const);
  const files = { ...filesOf('a3m', Object.entries(alignments)), ...filesOf('cs219', states) };
  const archive = pack();
  const folder = database.includes('/') ? database.slice(0, database.lastIndexOf('/') + 1) : '';
  const base = database.slice(folder.length);
  archive.entry({ name: `${folder}md5sum` }, 'of the publisher');
  for (const [end, text] of Object.entries(files)) {
    const name = `${base}_${end}`;
    if (name !== leaveOut) archive.entry({ name: `${folder}${name}` }, replace[name] ?? text);
  }
  for (const [name, text] of Object.entries(add)) archive.entry({ name: `${folder}${name}` }, text);
  archive.finalize();
  return buffer(archive);
}

const columnsOf = (a3m: string) => a3m.split('\n')[1]!.replace(/[a-z]/g, '').length;

/** Returns data and index of ffindex: each text ends with a zero byte, and a line has its name, start and length. */
function filesOf(part: string, texts: (readonly [string, string])[]): Record<string, string> {
  let start = 0;
  const index = texts.map(([name, text]) => {
    const line = `${name}\t${start}\t${text.length + 1}\n`;
    start += text.length + 1;
    return line;
  });
  return { [`${part}.ffdata`]: texts.map(([, text]) => `${text}\0`).join(''), [`${part}.ffindex`]: index.join('') };
}
