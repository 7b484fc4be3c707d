import { extensionOf } from '@rotamer/formats/detect.ts';
import { Refusal } from './inspection.ts';

/** Formats that browsers execute or render: rejected by name too, with any content. */
const forbiddenFamilies: Record<string, string[]> = {
  HTML: ['html', 'htm', 'xhtml', 'xht', 'shtml', 'mhtml', 'mht', 'hta'],
  SVG: ['svg', 'svgz'],
  XML: ['xml', 'xsl', 'xslt', 'xsd', 'dtd', 'rdf', 'rss', 'atom', 'mml'],
  JavaScript: ['js', 'mjs', 'cjs', 'jsx', 'ts', 'mts', 'cts', 'tsx'],
  CSS: ['css', 'scss', 'sass', 'less'],
};

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
