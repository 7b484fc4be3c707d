// npm run build -w @rotamer/cli: writes the published package into dist/, bundled into one file.

import { chmodSync, copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build, type Plugin } from 'esbuild';

const folder = join(import.meta.dirname, '..');
const dist = join(folder, 'dist');
const program = join(dist, 'bin', 'rotamer.js');

/** Leaves out Zod's messages in other languages; there are fifty, and ours are English. */
const englishOnly: Plugin = {
  name: 'english only',
  setup({ onLoad }) {
    onLoad({ filter: /zod[/\\]v4[/\\]locales[/\\]index\.js$/ }, ({ path }) => ({
      contents: "export { default as en } from './en.js';",
      resolveDir: dirname(path),
    }));
  },
};

rmSync(dist, { recursive: true, force: true });
await build({
  entryPoints: [join(folder, 'src', 'main.ts')],
  outfile: program,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  // A small file starts faster, because Node reads all of it at every start.
  minifyWhitespace: true,
  minifySyntax: true,
  plugins: [englishOnly],
  // CommonJS packages `require` Node's built-in modules, so the bundle defines `require`.
  banner: {
    js: "import { createRequire as createRequireOf } from 'node:module';\nconst require = createRequireOf(import.meta.url);",
  },
  legalComments: 'linked',
});
chmodSync(program, 0o755);

const { version, description, type, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const published = {
  name: 'rotamer',
  version,
  description,
  type,
  license,
  engines: { node: '>=20.3' },
  bin: { rotamer: 'bin/rotamer.js' },
};
writeFileSync(join(dist, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
copyFileSync(join(folder, 'README.md'), join(dist, 'README.md'));
copyFileSync(join(folder, '../../LICENSE'), join(dist, 'LICENSE'));
