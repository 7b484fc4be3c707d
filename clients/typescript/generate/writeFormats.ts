import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const source = join(import.meta.dirname, '../../../packages/formats/src');
const target = join(import.meta.dirname, '../src/formats');

/** The files that the client has too: it is published by itself, so it imports no other package. */
const NAMES = ['formats', 'detect', 'letters', 'fitToSlot'] as const;

/** The committed copies of `packages/formats`: path and content. */
export function formatCopies(): { path: string; content: string }[] {
  return NAMES.map((name) => {
    const text = readFileSync(join(source, `${name}.ts`), 'utf8');
    const copied = text.replaceAll(/from '\.\/(\w+)\.ts'/g, "from './$1.gen.ts'");
    const header = `// Copied from packages/formats/src/${name}.ts by \`npm run generate\`. Do not edit.\n\n`;
    return { path: join(target, `${name}.gen.ts`), content: header + copied };
  });
}

/** Writes the copies, as part of `npm run generate`. */
export function writeFormats(): void {
  for (const { path, content } of formatCopies()) writeFileSync(path, content);
}
