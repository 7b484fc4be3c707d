import { cutName, UNFIT } from '@rotamer/kit/blobs/labelledFile.ts';

/** Names of devices on Windows, which cannot be names of files there, with any extension. */
const DEVICES = /^(con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³])\s*(\.|$)/i;

/** Returns a name as one part of a path that stays in its folder on every system. */
export function pathPart(name: string): string {
  const plain = cutName(name.toWellFormed())
    .replace(UNFIT, '_')
    .replace(/[. ]+$/, '');
  return plain === '' || plain.startsWith('.') || DEVICES.test(plain) ? `_${plain}` : plain;
}

/** Returns a function that returns another path for each file of a folder: `poses/a.sdf`, `poses/2_a.sdf`, in any case. */
export function createPaths(): (folder: string, name: string) => string {
  const pathOf = createNames();
  return (folder, name) => pathOf(name, `${pathPart(folder)}/`);
}

/** Returns a function that returns another safe name for each name, after an optional path: `a`, `2_a`, in any case. */
export function createNames(): (name: string, before?: string) => string {
  const counts = new Map<string, number>();
  const used = new Set<string>();
  return (name, before = '') => {
    const plain = pathPart(name);
    const first = `${before}${plain}`.toLowerCase();
    for (let n = (counts.get(first) ?? 0) + 1; ; n++) {
      const path = `${before}${n === 1 ? '' : `${n}_`}${plain}`;
      if (used.has(path.toLowerCase())) continue;
      counts.set(first, n);
      used.add(path.toLowerCase());
      return path;
    }
  };
}
