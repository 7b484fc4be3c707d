/** Characters that are not allowed on some system, or that mislead a person who lists the folder. */
const UNSAFE = /[<>:"/\\|?*]|\p{Cc}|\p{Zl}|\p{Zp}|\p{Bidi_Control}/gu;

/** Names of devices on Windows, which cannot be names of files there, with any extension. */
const DEVICES = /^(con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³])\s*(\.|$)/i;

/** File systems allow 255 bytes. The rest is for a number. */
const MAX_BYTES = 200;

/** Returns a name as one part of a path that stays in its folder on every system. */
export function pathPart(name: string): string {
  const plain = cut(name.toWellFormed())
    .replace(UNSAFE, '_')
    .replace(/[. ]+$/, '');
  return plain === '' || plain.startsWith('.') || DEVICES.test(plain) ? `_${plain}` : plain;
}

/** Returns the beginning of a name, in whole characters. */
function cut(name: string): string {
  const bytes = Buffer.from(name).subarray(0, MAX_BYTES);
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: true });
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
