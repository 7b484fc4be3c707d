/** Most bytes of a name before its extension or number: file systems allow 255. */
const MAX_BYTES = 200;

/** Characters that file systems refuse or that mislead a reader of the name: paths, control characters, marks of direction. */
export const UNFIT = /[<>:"/\\|?*]|\p{Cc}|\p{Zl}|\p{Zp}|\p{Bidi_Control}/gu;

/**
 * Returns a file name that people recognise: what they call the data, with an extension such as `pdb`. Undefined when nothing
 * is left of the label. Names of different files may be equal; ids tell them apart.
 */
export function labelledFile(label: string, extension: string): string | undefined {
  const plain = label.toWellFormed().replace(UNFIT, '_').replace(/\s+/g, ' ').trim();
  const ending = /^\w{1,10}$/.test(extension) ? `.${extension}` : '';
  const stem = plain.toLowerCase().endsWith(ending.toLowerCase())
    ? plain.slice(0, plain.length - ending.length)
    : plain;
  const fitting = cutName(stem).replace(/^[. ]+|[. ]+$/g, '');
  return /[^_\s]/u.test(fitting) ? `${fitting}${ending}` : undefined;
}

/** Returns the beginning of a name, as much as file systems allow, in whole characters. */
export function cutName(text: string): string {
  const bytes = new TextEncoder().encode(text).subarray(0, MAX_BYTES);
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: true });
}
