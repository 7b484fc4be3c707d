// Copied from packages/formats/src/detect.ts by `npm run generate`. Do not edit.

import { type FormatName, formatNamed, formatNames, formats, hasSign } from './formats.gen.ts';

/** Number of characters that are examined. */
const MAX_EXAMINED = 1024 * 1024;

/** Characters that are invisible at the end of a name. Half of a surrogate pair counts as visible. */
const UNSEEN = /[\s.]|(?!\p{Cs})\p{C}/u;

/** Formats that tools take. */
const taken = formatNames.filter((name) => formats[name].kinds !== undefined);

/** The formats of file name extensions that belong to one format that tools take. */
const byExtension = new Map<string, FormatName>(
  taken.flatMap((name) => (formats[name].extensions ?? []).map((extension) => [extension, name] as const)),
);

/** Returns the extension in lower case, without the dot; `''` without one. Trailing white space and dots are ignored. */
export function extensionOf(filename: string): string {
  let end = filename.length;
  while (end > 0 && UNSEEN.test(filename[end - 1]!)) end--;
  const name = filename.slice(0, end).toLowerCase();
  const extension = name.slice(name.lastIndexOf('.') + 1);
  return extension.length === name.length || /[/\\]/.test(extension) ? '' : extension;
}

/** Returns the format of a file for a tool, by its name, else by the sign in its content; undefined when neither shows it. */
export function detectFormat(filename: string, text: string): FormatName | undefined {
  return byExtension.get(extensionOf(filename)) ?? signedFormat(text, taken);
}

/** Returns the first of some formats whose sign a text has. Loose signs count only when they are asked for. */
export function signedFormat<Name extends string = FormatName>(
  text: string,
  among: readonly Name[] = formatNames as readonly string[] as readonly Name[],
  { loose = false } = {},
): Name | undefined {
  const examined = text
    .slice(0, MAX_EXAMINED)
    .replace(/^\uFEFF/, '')
    .trimStart();
  return among.find((name) => {
    const format = formatNamed(name);
    return format && (loose || !format.loose) && hasSign(format, examined);
  });
}

/** Returns the accepted format of a text whose kind is known: by its sign, else the first one that needs no sign. */
export function acceptedFormat<Name extends string>(text: string, accepted: readonly Name[]): Name {
  const signed = signedFormat(text, accepted, { loose: true });
  return signed ?? accepted.find((name) => formatNamed(name)?.unmarked) ?? accepted[0]!;
}
