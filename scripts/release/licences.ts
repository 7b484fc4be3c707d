import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** SPDX ids of licences that code linked into Rotamer may have: permissive, without obligations for Rotamer's own code. */
export const ALLOWED = [
  ...['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'CC0-1.0', 'ISC', 'MIT', 'MIT-0'],
  ...['PSF-2.0', 'Python-2.0', 'Unlicense', 'Zlib'],
];

/** An npm package that services, tools or clients use at run time. */
export interface ShippedPackage {
  name: string;
  version: string;
  /** SPDX expression; empty when the package names no licence. */
  licence: string;
  /** Folder of the package, relative to the root of the repository. */
  folder: string;
}

interface LockEntry {
  version: string;
  license?: string;
  dev?: boolean;
  link?: boolean;
}

/** Returns every package in package-lock.json that is not only for development, by name. */
export function shippedPackages(): ShippedPackage[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockEntry>;
  };
  return Object.entries(packages)
    .filter(([folder, { dev, link }]) => folder.includes('node_modules/') && !dev && !link)
    .map(([folder, { version, license = oldLicence(folder) }]) => {
      return { name: folder.slice(folder.lastIndexOf('node_modules/') + 13), version, licence: license, folder };
    })
    .sort((a, b) => (a.folder < b.folder ? -1 : 1));
}

/** Returns the licence in the form that npm used before SPDX: `licenses: [{ type: 'MIT' }]`. */
function oldLicence(folder: string): string {
  const manifest = join(root, folder, 'package.json');
  if (!existsSync(manifest)) return '';
  const { licenses = [] } = JSON.parse(readFileSync(manifest, 'utf8')) as { licenses?: { type: string }[] };
  return licenses.map(({ type }) => type).join(' AND ');
}

/** Returns whether an SPDX expression allows a choice of `ALLOWED` licences. `AND` binds stronger than `OR`; no nested parentheses. */
export function isAllowed(licence: string): boolean {
  const choices = licence.replace(/^\((.*)\)$/, '$1').split(' OR ');
  return choices.some((choice) => choice.split(' AND ').every((id) => ALLOWED.includes(id)));
}

/** Returns the report that is published with a release: each package with its licence, and the texts of the licences. */
export function licenceReport(packages: ShippedPackage[]): string {
  const heads = packages.map(({ name, version, licence }) => `${name} ${version}  ${licence}`);
  const texts = packages.flatMap((shipped) => {
    const text = licenceText(join(root, shipped.folder));
    return text ? [`${'-'.repeat(80)}\n${shipped.name} ${shipped.version}\n\n${text.trim()}\n`] : [];
  });
  return `npm packages that Rotamer uses when it runs, with their licences.\n\n${heads.join('\n')}\n\n${texts.join('\n')}`;
}

function licenceText(folder: string): string | undefined {
  if (!existsSync(folder)) return undefined;
  const file = readdirSync(folder).find((name) => /^(licen[cs]e|copying)/i.test(name));
  return file && readFileSync(join(folder, file), 'utf8');
}
