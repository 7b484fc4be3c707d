import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseAllDocuments } from 'yaml';
import { program } from './programs.ts';

export const chart = fileURLToPath(new URL('../../../charts/rotamer', import.meta.url));

/** The fields of a manifest that tests read. */
export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; labels?: Record<string, string>; annotations?: Record<string, string> };
  // biome-ignore lint/suspicious/noExplicitAny: every kind has its own.
  [more: string]: any;
}

/** Lints the chart with values files. Throws an error with helm's message about a problem. */
export function lintChart(files: string[], set: string[] = []): string {
  return helm(['lint', '--strict', chart, ...valuesOf(files, set)]);
}

/** Renders all manifests of the chart with values files. */
export function renderChart(files: string[], set: string[] = []): Manifest[] {
  const text = helm(['template', 'rotamer', chart, '--namespace', 'rotamer', ...valuesOf(files, set)]);
  return parseAllDocuments(text)
    .map((document) => document.toJS())
    .filter(Boolean);
}

/** Renders the notes that helm prints after an install. */
export function renderNotes(files: string[], set: string[] = []): string {
  const args = ['install', 'rotamer', chart, '--namespace', 'rotamer', '--dry-run=client', ...valuesOf(files, set)];
  return helm(args).split(/^NOTES:$/m)[1] ?? '';
}

function valuesOf(files: string[], set: string[]): string[] {
  return [
    ...files.flatMap((file) => ['--values', `${chart}/${file}`]),
    ...set.flatMap((value) => ['--set-json', value]),
  ];
}

function helm(args: string[]): string {
  try {
    return execFileSync(program('helm'), args, { encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`helm ${args[0]}: ${stdout}${stderr}`);
  }
}
