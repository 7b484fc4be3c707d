import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '@rotamer/stack/folder/paths.ts';
import { tools } from '@rotamer/tools/catalogue.ts';

const example = readFileSync(join(repository, 'tools/examples/cad-score/tool.yaml'), 'utf8');

/** Fills a folder with tools by configuration until there are `count` tools, including those of Rotamer. */
export function writeTools(folder: string, count: number): void {
  for (let n = tools.length; n < count; n++) {
    const own = join(folder, `tool-${n}`);
    mkdirSync(own, { recursive: true });
    // Uses a program that every machine has, because runners offer only tools whose programs they find.
    const text = example
      .replace(/^id: .*$/m, `id: tool-${n}`)
      .replace(
        /^ {2}- \{ command: voronota-cadscore.*$/m,
        '  - { command: echo, probe: [CAD-score], answer: CAD-score, debian: coreutils }',
      )
      .replace(/^ {4}- voronota-cadscore$/m, '    - echo');
    writeFileSync(join(own, 'tool.yaml'), text);
  }
}
