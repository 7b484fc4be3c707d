import { execFileSync } from 'node:child_process';
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@rotamer/kit/testing/temporaryFolder.ts';
import { expect, it, onTestFinished } from 'vitest';
import { bundle } from './bundle.ts';

it('compiles pages for Preact where there is no tsconfig.json, as in the build of an image', async () => {
  const root = temporaryFolder('bundle');
  onTestFinished(() => rmSync(root, { recursive: true }));
  symlinkSync(join(import.meta.dirname, '../../../node_modules'), join(root, 'node_modules'));
  writeFileSync(
    join(root, 'page.tsx'),
    `import { render } from 'preact-render-to-string'; console.log(render(<p>Hello</p>));`,
  );
  await bundle(root, ['page.tsx'], { outdir: join(root, 'out') });
  expect(execFileSync(process.execPath, [join(root, 'out/page.js')], { encoding: 'utf8' }).trim()).toBe('<p>Hello</p>');
});
