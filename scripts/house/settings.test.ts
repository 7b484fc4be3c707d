import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { services } from '@rotamer/deploy/services.ts';
import { envName } from '@rotamer/kit/process/config.ts';
import type { TObject } from 'typebox';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (page: string) => readFileSync(join(root, page), 'utf8');

it.each(services.map(({ name }) => name))(
  'every setting of %s stands on its page, or on that of the kit',
  async (name) => {
    const { configSchema }: { configSchema: TObject } = await import(join(root, `services/${name}/src/config.ts`));
    const settings = Object.keys(configSchema.properties).map(envName);
    const pages = read(`services/${name}/README.md`) + read('packages/kit/README.md');
    expect(settings.filter((setting) => !isNamed(setting, pages))).toEqual([]);
  },
);

/** Whether a setting is named: in full, or by its last word after a related setting: `ROTAMER_GRPC_TLS_CA`, `_CERT`. */
function isNamed(setting: string, pages: string): boolean {
  const end = setting.lastIndexOf('_');
  const siblings = `\`${setting.slice(0, end)}_`;
  return pages.split('\n').some((line) => {
    return line.includes(`\`${setting}\``) || (line.includes(siblings) && line.includes(`\`${setting.slice(end)}\``));
  });
}
