import { join } from 'node:path';
import { tools } from '@rotamer/tools/catalogue.ts';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { asData, contractsOnce, toolContracts } from './toolContracts.ts';

const root = join(import.meta.dirname, '../../..');
const contracts = toolContracts(contractsOnce(root));

describe('the contracts in bundles', () => {
  it('equal those of the sources, without the code that makes them', async () => {
    const contents = tools
      .map(({ contract }, i) => `export { contract as c${i} } from './tools/${contract.id}/tool.ts';`)
      .join('\n');
    const { outputFiles, metafile } = await build({
      absWorkingDir: root,
      stdin: { contents, resolveDir: root },
      bundle: true,
      format: 'esm',
      write: false,
      metafile: true,
      plugins: [contracts.plugin],
    });
    const code = Buffer.from(outputFiles[0]!.contents).toString('base64');
    const bundled = await import(`data:text/javascript;base64,${code}`);
    for (const [i, { contract }] of tools.entries()) expect(bundled[`c${i}`]).toEqual(contract);
    expect(Object.keys(metafile.inputs)).toHaveLength(tools.length + 1);
    expect(contracts.inputs()).toEqual(expect.arrayContaining(['tools/shared/slots.ts', 'tools/dssp/tool.ts']));
  });

  it('keep TypeBox out of the thread that checks requests', async () => {
    const { metafile } = await build({
      absWorkingDir: root,
      entryPoints: ['services/jobs/src/catalogue/checkWorker.ts'],
      bundle: true,
      platform: 'node',
      format: 'esm',
      write: false,
      metafile: true,
      plugins: [contracts.plugin],
    });
    const [output] = Object.values(metafile.outputs);
    expect(Object.keys(output!.inputs).filter((file) => file.includes('/typebox/'))).toEqual([]);
  });

  it('remain code when a tool exports more than data', () => {
    expect(asData({ contract: { id: 'x' }, most: 3 })).toBe(
      'export const contract = {"id":"x"};\nexport const most = 3;',
    );
    expect(asData({ contract: { id: 'x' }, price: () => 1 })).toBeUndefined();
    expect(asData({ contract: { id: 'x', since: new Date(0) } })).toBeUndefined();
  });
});
