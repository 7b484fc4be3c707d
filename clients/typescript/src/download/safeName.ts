/** Names that Windows keeps for devices, with any extension. */
const DEVICES = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** A file name that every system takes and that leads out of no folder. */
export function safeName(name: string): string {
  const plain = name
    // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is replaced
    .replace(/[<>:"/\\|?*\u0000-\u001f]/g, '_')
    .replace(/[. ]+$/, '')
    .slice(0, 200);
  if (plain === '' || DEVICES.test(plain)) return `_${plain}`;
  return plain.startsWith('.') ? `_${plain}` : plain;
}

interface Named {
  name: string;
  output_port_id: string;
}

/** A path for each file: its name, within a folder of its port where two would have one path (also one that differs in case). */
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
