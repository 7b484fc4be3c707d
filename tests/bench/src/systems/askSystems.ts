import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { endLeftover } from '@rotamer/neighbours/startServer.ts';
import { type Column, measureInto, newColumn } from '../column.ts';
import { startLoadGenerator } from '../load/loadGenerator.ts';
import { type SharedMeasure, sharedMeasures } from './questions.ts';
import { restate } from './restate/startRestate.ts';
import { slurm } from './slurm/startSlurm.ts';
import { Missing, type System } from './system.ts';

const systems = [slurm, restate];

/**
 * Measures each other system with the measures that Rotamer had, one system after another. Prints which systems are
 * missing.
 */
export async function askSystems({ results }: Column, rounds: number, folder: string): Promise<Column[]> {
  const asked = sharedMeasures.filter(({ measure }) => results.some(({ name }) => name === measure.name));
  const columns: Column[] = [];
  for (const system of systems) {
    try {
      columns.push(await ask(system, asked, rounds, join(folder, system.name.toLowerCase())));
    } catch (error) {
      if (!(error instanceof Missing)) throw error;
      console.log(`\n${system.name} is skipped: ${error.message}.`);
    }
  }
  return columns;
}

async function ask(system: System, all: SharedMeasure[], rounds: number, folder: string): Promise<Column> {
  const column = newColumn(system.name);
  for (const working of [false, true]) {
    const asked = all.filter((one) => one.working === working);
    if (asked.length === 0) continue;
    await empty(folder);
    const running = await system.start(folder, working);
    const load = startLoadGenerator();
    column.title = `${system.name} ${running.version}`;
    try {
      const loaded = { load, services: () => running.processes };
      for (const { measure, prepare } of asked)
        await measureInto(column, measure, () => prepare(running, loaded), rounds);
    } finally {
      await load.stop();
      await running.stop();
    }
  }
  return column;
}

/** Ends processes that a killed bench left running on a folder, and deletes the folder. */
async function empty(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const servers = [folder, ...readdirSync(folder).map((name) => join(folder, name))];
  for (const server of servers) await endLeftover(server);
  rmSync(folder, { recursive: true });
}
