import { Refusal } from './inspection.ts';

/** Formats that browsers execute or render: rejected by name too, with any content. */
const forbiddenFamilies: Record<string, string[]> = {
  HTML: ['html', 'htm', 'xhtml', 'xht', 'shtml', 'mhtml', 'mht', 'hta'],
  SVG: ['svg', 'svgz'],
  XML: ['xml', 'xsl', 'xslt', 'xsd', 'dtd', 'rdf', 'rss', 'atom', 'mml'],
  JavaScript: ['js', 'mjs', 'cjs', 'jsx', 'ts', 'mts', 'cts', 'tsx'],
  CSS: ['css', 'scss', 'sass', 'less'],
};

/** Characters that are invisible at the end of a name. Half of a surrogate pair counts as visible. */
const UNSEEN = /[\s.]|(?!\p{Cs})\p{C}/u;

/** Returns the extension in lower case, without the dot; `''` without one. Trailing white space and dots are ignored. */
export function extensionOf(filename: string): string {
  let end = filename.length;
  while (end > 0 && UNSEEN.test(filename[end - 1]!)) end--;
  const name = filename.slice(0, end).toLowerCase();
  const extension = name.slice(name.lastIndexOf('.') + 1);
  return extension.length === name.length || /[/\\]/.test(extension) ? '' : extension;
}

export function refuseForbiddenExtension(filename: string): void {
  const extension = extensionOf(filename);
  for (const [family, extensions] of Object.entries(forbiddenFamilies))
    if (extensions.includes(extension)) throw forbidden(family, `the file name ends in .${extension}`);
}

export function forbidden(family: string, found: string): Refusal {
  return new Refusal(
    `forbidden_${family.toLowerCase()}`,
    `${family} files are not accepted because browsers execute them: ${found}. ` +
      'Save the data as plain text, CSV, JSON or a format of the field and upload that.',
  );
}
