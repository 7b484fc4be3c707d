/** Device names that are reserved on Windows, with any extension or spaces after them. */
const DEVICES = /^(con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³])\s*(\.|$)/i;

/** File systems allow 255 bytes. The rest is for `.part` and a number. */
const MAX_BYTES = 200;

/** Returns a file name that is valid on every system and stays in its folder. */
export function safeName(name: string): string {
  const plain = cut(name)
    // Control characters, line separators and text direction marks would mislead a user who lists the folder.
    .replace(/[<>:"/\\|?*]|\p{Cc}|\p{Zl}|\p{Zp}|\p{Bidi_Control}/gu, '_')
    .replace(/[. ]+$/, '');
  if (plain === '' || DEVICES.test(plain)) return `_${plain}`;
  return plain.startsWith('.') ? `_${plain}` : plain;
}

/** Returns the beginning of a name, in whole characters. */
function cut(name: string): string {
  const bytes = new TextEncoder().encode(name);
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, MAX_BYTES), { stream: true });
}

interface Named {
  name: string;
  output_port_id: string;
}

/** Returns a path for each file: its name, in a folder of its port when two files would get one path (ignoring case). */
export function placeFiles<File extends Named>(
  files: readonly File[],
  taken: readonly string[] = [],
): { file: File; path: string }[] {
  const counts = new Map<string, number>(taken.map((path) => [path.toLowerCase(), 1]));
  const count = (path: string) => counts.set(path.toLowerCase(), (counts.get(path.toLowerCase()) ?? 0) + 1);
  for (const { name } of files) count(safeName(name));
  const used = new Set<string>();
  return files.map((file) => {
    const name = safeName(file.name);
    let path = counts.get(name.toLowerCase())! > 1 ? `${safeName(file.output_port_id)}/${name}` : name;
    for (let n = 2; used.has(path.toLowerCase()); n++) path = `${safeName(file.output_port_id)}/${n}_${name}`;
    used.add(path.toLowerCase());
    return { file, path };
  });
}
