import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Format, formatNames, formats, type Sign } from '@rotamer/formats/formats.ts';
import { repository } from '@rotamer/stack/folder/paths.ts';

/** The Python client's copy of the formats that tools take. */
export const pythonFormatsFile = join(repository, 'clients/python/src/rotamer/_core/formats_gen.py');

/** Returns the content of that file. */
export function pythonFormats(): string {
  const rows = formatNames
    .filter((name) => formats[name].kinds)
    .map((name) => `    ${text(name)}: ${row(formats[name])},\n`);
  return `"""Made from packages/formats/src/formats.ts by \`npm run generate\`."""

from __future__ import annotations

import re
from typing import NamedTuple, Optional

#: Patterns that a text has, and then lacks.
Sign = tuple[re.Pattern[str], Optional[re.Pattern[str]]]


class Format(NamedTuple):
    kinds: list[str]
    #: A text looks like this format when one of these fits.
    signs: list[Sign]
    #: The signs also match texts of other kinds.
    loose: bool


#: The formats that tools take, in the order in which their signs are looked for.
FORMATS: dict[str, Format] = {
${rows.join('')}}
`;
}

/** Writes it, as part of `npm run generate`. */
export const writePythonFormats = () => writeFileSync(pythonFormatsFile, pythonFormats());

const row = ({ kinds = [], signs = [], loose }: Format) =>
  `Format([${kinds.map(text).join(', ')}], [${signs.map(sign).join(', ')}], ${loose ? 'True' : 'False'})`;

const sign = ({ has, lacks }: Sign) => `(${pattern(has)}, ${lacks ? pattern(lacks) : 'None'})`;

/** Python's `$` also matches before a last line break, and its classes also match what is not ASCII. */
function pattern({ source, ignoreCase, multiline }: RegExp): string {
  const flags = ['re.ASCII', ...(ignoreCase ? ['re.IGNORECASE'] : []), ...(multiline ? ['re.MULTILINE'] : [])];
  const body = multiline ? source : source.replaceAll(/(?<!\\)\$/g, String.raw`\Z`);
  return `re.compile(r"${body}", ${flags.join(' | ')})`;
}

const text = (value: string) => JSON.stringify(value);
