import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { defaultDataDir } from '@rotamer/stack/folder/paths.ts';
import type { Column } from './column.ts';
import type { Measure } from './measure.ts';
import type { Result } from './runMeasure.ts';
import type { Goal, Summary } from './statistics.ts';

/** Folder with one file per run. Ignored by git. */
const HISTORY = join(defaultDataDir, 'bench-results');

/** Returns a summary: `0.23 (0.21–0.24, 5 rounds), goal ≥ 0.2: reached`. */
export function describe({ unit, goal, summary }: Pick<Result, 'unit' | 'goal' | 'summary'>): string {
  const { median, min, max, calm, disturbed, verdict } = summary;
  const rounds = `${calm} rounds${disturbed > 0 ? `, ${disturbed} disturbed` : ''}`;
  return `${show(median, unit)} (${show(min, unit)} to ${show(max, unit)}, ${rounds}), goal ${showGoal(goal, unit)}: ${verdict}`;
}

/** Returns the results as the table of the README. */
export function toTable(results: Result[]): string {
  const rows = results.map(({ title, unit, goal, summary }) => {
    const { median, min, max, verdict } = summary;
    const range = `${show(min, unit)} to ${show(max, unit)}`;
    return [title, show(median, unit), range, showGoal(goal, unit), verdict];
  });
  return table(['figure', 'median', 'min to max', 'goal', 'verdict'], rows);
}

/** Returns the figures of several columns side by side. */
export function compareColumns(columns: Column[]): string {
  const [first, ...others] = columns;
  const cell = ({ results }: Column, name: string) => {
    const result = results.find((one) => one.name === name);
    return result ? show(result.summary.median, result.unit) : '–';
  };
  const rows = first!.results.map(({ name, title }) => [title, ...columns.map((column) => cell(column, name))]);
  return table(['figure', first!.title, ...others.map(({ title }) => title)], rows);
}

/** Returns a table of Markdown. */
export function table(head: string[], rows: string[][]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** Returns the path of the results file of a run that starts now. */
export function historyFile(startedAt: Date): string {
  mkdirSync(HISTORY, { recursive: true });
  return join(HISTORY, `${startedAt.toISOString().replaceAll(':', '-')}.json`);
}

/** Writes all results of a run so far. */
export function writeHistory(file: string, results: Result[], startedAt: Date, systems?: Column[]): void {
  const machine = { cores: cpus().length, cpu: cpus()[0]?.model, memory_gb: Math.round(totalmem() / 1e9) };
  writeFileSync(
    file,
    `${JSON.stringify({ started_at: startedAt, node: process.version, machine, results, systems }, null, 2)}\n`,
  );
}

function showGoal(goal: Goal, unit: Measure['unit']): string {
  return 'atLeast' in goal ? `≥ ${show(goal.atLeast, unit)}` : `≤ ${show(goal.atMost, unit)}`;
}

/** Returns a value with its unit. */
export function show(value: Summary['median'], unit: Measure['unit']): string {
  if (unit === 'ratio') return value.toFixed(2);
  return `${value >= 100 ? value.toFixed(0) : value.toFixed(1)} ${unit}`;
}
