import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Column, measureInto, newColumn } from '../column.ts';
import { compareColumns } from '../report.ts';
import type { Result } from '../runMeasure.ts';
import { endWaitingJobs } from '../submits.ts';
import { startWorld, type Workspace, type World } from '../world.ts';
import { figures } from './figures.ts';
import { restart } from './restart.ts';
import { storeJobs, storeWorkspaces } from './storeJobs.ts';
import { writeTools } from './writeTools.ts';

/** Number of workspaces that are measured. Each has its share of the jobs. */
const MEASURED = 100;

/** Number of workspaces in the first column. */
const WORKSPACES = 1_000;

interface Step {
  title: string;
  workspaces?: number;
  jobs?: number;
  tools?: number;
}

/**
 * Measures the same figures on growing data. Each column adds data to the one before.
 *
 * @param jobs Jobs of the first column. Later columns have ten times as many.
 * @returns The columns. They are also printed as a table after each column.
 */
export async function measureGrowth(dataDir: string, jobs: number, rounds: number): Promise<Column[]> {
  const steps: Step[] = [
    { title: `${count(jobs)} jobs, ${count(WORKSPACES)} workspaces`, jobs, workspaces: WORKSPACES },
    { title: `${count(10 * WORKSPACES)} workspaces`, workspaces: 9 * WORKSPACES },
    { title: `${count(10 * jobs)} jobs`, jobs: 9 * jobs },
    { title: '100 tools', tools: 100 },
    { title: '1,000 tools', tools: 1_000 },
  ];
  const columns: Column[] = [];
  const measured: Workspace[] = [];
  const stored: string[] = [];
  for (const [n, step] of steps.entries()) {
    if (step.tools) offerTools(join(dataDir, 'tools'), step.tools);
    const world = await startWorld(dataDir, console.log, n === 0);
    const column = newColumn(step.title);
    try {
      while (measured.length < MEASURED) measured.push(await world.newWorkspace(8));
      stored.push(...(await storeWorkspaces(world, step.workspaces ?? 0)));
      if (step.jobs) await storeJobs(world, [...measured.map(({ id }) => id), ...stored], step.jobs);
      await measureAll({ ...world, newWorkspace: inTurn(measured) }, column, rounds);
      // Otherwise the first job after the restart would share its runner with all jobs left in the queue.
      await endWaitingJobs(world);
    } finally {
      await world.stop();
    }
    column.results.push(...afterRestart(await restart(dataDir)));
    columns.push(column);
    console.log(`\n${compareColumns(columns)}`);
  }
  return columns;
}

const count = (number: number) => number.toLocaleString('en');

function offerTools(folder: string, tools: number): void {
  mkdirSync(folder, { recursive: true });
  writeTools(folder, tools);
  process.env.ROTAMER_TOOLS_FOLDERS = folder;
}

function inTurn(workspaces: Workspace[]): World['newWorkspace'] {
  let next = 0;
  return async () => workspaces[next++ % workspaces.length]!;
}

async function measureAll(world: World, column: Column, rounds: number): Promise<void> {
  for (const measure of figures) {
    await measureInto(column, measure, () => measure.prepare(world), rounds);
    await world.endMeasure();
  }
}

function afterRestart({ seconds, megabytes }: Awaited<ReturnType<typeof restart>>): Result[] {
  const once = (name: string, title: string, unit: Result['unit'], value: number): Result => {
    const summary = { median: value, min: value, max: value, calm: 0, disturbed: 1, verdict: 'disturbed' as const };
    return { name, title, unit, goal: { atMost: value }, summary, rounds: [] };
  };
  return [
    once('cold-start', 'start of a whole stack → first job COMPLETED', 's', seconds),
    ...Object.entries(megabytes).map(([name, value]) =>
      once(`memory-${name}`, `memory of ${name} at rest`, 'MB', value),
    ),
  ];
}
