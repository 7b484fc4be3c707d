// @module-tag native

import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { tools } from './catalogue.ts';

/** SPDX names of the licences in Debian's copyright files, for whole source packages. */
const spdx: Record<string, string> = {
  'Apache-2.0': 'Apache-2.0',
  'BSD-2-Clause': 'BSD-2-Clause',
  'BSD-3-Clause': 'BSD-3-Clause',
  'BSD-3-clause': 'BSD-3-Clause',
  Expat: 'MIT',
  MIT: 'MIT',
  'GPL-2': 'GPL-2.0-only',
  'GPL-2+': 'GPL-2.0-or-later',
  'GPL-2.0+': 'GPL-2.0-or-later',
  'GPL-3': 'GPL-3.0-only',
  'GPL-3+': 'GPL-3.0-or-later',
  'GPL-3.0+': 'GPL-3.0-or-later',
  'LGPL-2.1': 'LGPL-2.1-only',
  'LGPL-2.1+': 'LGPL-2.1-or-later',
  'MPL-2.0 or LGPL-3': 'MPL-2.0 OR LGPL-3.0-only',
  PD: 'LicenseRef-NCBI-PD',
};

/** Licences of packages whose copyright file uses another name, or is older than the program. */
const others: Record<string, [license: string, because: string]> = {
  mafft: ['BSD-3-Clause', 'its text is that of three clauses'],
  hmmer: ['BSD-3-Clause', '`hmmsearch -h`: freely distributed under the BSD open source license'],
  'diamond-aligner': ['GPL-3.0-or-later', 'headers of the sources since version 2'],
  prodigal: ['GPL-3.0-or-later', 'the text behind the name GPL-3 says: or any later version'],
  gromacs: ['LGPL-2.1-or-later', 'its text is that of the LGPL, version 2.1 or any later version'],
  'tm-align': ['LicenseRef-TM-align', 'a permission of its own'],
};

/** Packages that run a program, or are called by it. The tool's licence is that of the program. */
const utilities = ['bc', 'jq', 'python3'];

const packages = tools.flatMap(({ contract: { id, license, requires } }) =>
  [...new Set(requires.flatMap(({ debian = [] }) => debian))]
    .filter((debian) => !utilities.includes(debian))
    .map((debian) => ({ id, license, debian })),
);

describe.each(packages)('$id', ({ license, debian }) => {
  const file = `/usr/share/doc/${debian}/copyright`;
  it.skipIf(!existsSync(file) && !process.env.CI)(`has the licence that Debian gives ${debian}`, () => {
    const [, name] =
      /^Files: ?(?:\*|c\+\+\/\*|[^\n]*\n \*)[\s\S]*?^License: (.+)$/m.exec(readFileSync(file, 'utf8')) ?? [];
    const wanted = others[debian]?.[0] ?? spdx[name ?? ''];
    expect(wanted, `${debian} is under '${name}'`).toBeDefined();
    expect(license.split(' AND ')).toContain(wanted);
  });
});
