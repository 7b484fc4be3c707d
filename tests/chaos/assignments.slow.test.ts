// @module-tag kills

import { setTimeout as sleep } from 'node:timers/promises';
import { long } from '@rotamer/kit/testing/long.ts';
import { kill } from '@rotamer/test-support/processes.ts';
import { assign, newProject, readProject } from '@rotamer/test-support/projects.ts';
import { propertiesOf } from '@rotamer/test-support/requests.ts';
import type { File, Job, List, Project } from '@rotamer/test-support/resources.ts';
import { ubiquitin } from '@rotamer/test-support/testData.ts';
import { waitFor } from '@rotamer/test-support/waitFor.ts';
import { waitForSettled } from '@rotamer/test-support/waitForSettled.ts';
import type { Workspace } from '@rotamer/test-support/workspace.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, type World } from './world.ts';

/** The short form still kills each service once. */
const ASSIGNMENTS = long ? 200 : 20;

/** Assignments in one round; one service is killed during each round. */
const PER_KILL = 10;

const VICTIMS = ['jobs', 'projects', 'files', 'gateway'];

/** Deadline for a cut-off assignment to be either carried out or dropped, counted from the return of all services. */
const COMPLETED_MS = 10_000;

let world: World;
let workspace: Workspace;

beforeAll(async () => {
  world = await openWorld({ workspaces: 1, limits: { 'requests-per-minute': 1_000_000 } });
  workspace = world.workspaces[0]!;
});
afterAll(() => world?.end());

/** Resources that one client repeatedly assigns together. */
interface Bundle {
  jobs: string[];
  files: string[];
  /** The project that the last successful response named. */
  placed?: Project;
  /**
   * Targets of later assignments whose outcome the client does not know. The resources may be in any of these projects.
   */
  unsure: Project[];
}

async function newBundle(): Promise<Bundle> {
  const { client } = workspace;
  const each = <Result>(make: () => Promise<Result>) => Promise.all(Array.from({ length: 3 }, make));
  const jobs = await each(async () => (await client.post<Job>('/jobs', propertiesOf(ubiquitin))).body.id);
  const files = await each(async () => (await client.upload<File>('a.fasta', ubiquitin)).body.id);
  return { jobs, files, unsure: [] };
}

/** Assigns a bundle to one project after another until `isOver` returns true. */
async function keepAssigning(bundle: Bundle, projects: Project[], answered: () => void, isOver: () => boolean) {
  for (let n = 0; !isOver(); n++) {
    const target = projects[n % projects.length]!;
    const answer = await assign(workspace.client, target, bundle).catch(() => undefined);
    if (answer?.status === 200) {
      bundle.placed = target;
      answered();
    } else {
      bundle.unsure.push(target);
      await sleep(50);
    }
  }
}

/** Waits for `PER_KILL` assignments, and kills a service during them. */
async function oneRound(bundles: Bundle[], projects: Project[], victim: string): Promise<void> {
  let answered = 0;
  const lanes = bundles.map((bundle) =>
    keepAssigning(
      bundle,
      projects,
      () => answered++,
      () => answered >= PER_KILL,
    ),
  );
  await waitFor('some assignments', () => answered >= PER_KILL / 3, { everyMs: 5 });
  for (const pid of world.pidsOf(victim)) kill(pid, 'SIGKILL');
  await Promise.all(lanes);
}

/** Waits until every service responds. The list of projects asks all services that hold members for their counts. */
async function allBack(): Promise<void> {
  await waitFor('all services', async () => {
    const answer = await workspace.client.get<List<Project>>('/projects').catch(() => undefined);
    return answer?.status === 200;
  });
}

/** Returns the projects in which the resources of each bundle are now. */
async function placesOf(bundles: Bundle[]): Promise<(string | null)[][]> {
  const { client } = workspace;
  const jobs = (await client.get<List<Job>>('/jobs?limit=100')).body.data;
  const files = (await client.get<List<File>>('/files?limit=100&origin=UPLOAD')).body.data;
  const places = new Map([...jobs, ...files].map(({ id, project_id }) => [id, project_id]));
  return bundles.map((bundle) => [...bundle.jobs, ...bundle.files].map((id) => places.get(id)!));
}

/**
 * Returns whether all resources of a bundle are in one project, and that project is possible by the responses so far.
 */
function isWhole({ placed, unsure }: Bundle, places: (string | null)[]): boolean {
  const allowed = [placed?.id, ...unsure.map(({ id }) => id)];
  return new Set(places).size === 1 && allowed.includes(places[0]!);
}

it(`${ASSIGNMENTS} assignments complete or change nothing when services are killed`, {
  timeout: 900_000,
}, async () => {
  const { client } = workspace;
  const projects = await Promise.all(['One', 'Two', 'Three'].map((name) => newProject(client, name)));
  const bundles = await Promise.all([1, 2, 3].map(newBundle));
  await waitForSettled(
    client,
    bundles.flatMap(({ jobs }) => jobs),
  );
  for (let n = 0; n < ASSIGNMENTS / PER_KILL; n++) {
    await oneRound(bundles, projects, VICTIMS[n % VICTIMS.length]!);
    await allBack();
    const isSettled = async () => {
      const places = await placesOf(bundles);
      return bundles.every((bundle, i) => isWhole(bundle, places[i]!)) && places;
    };
    const places = await waitFor('each bundle to be together', isSettled, { timeoutMs: COMPLETED_MS });
    for (const project of projects) {
      const members = 3 * places.filter(([first]) => first === project.id).length;
      expect((await readProject(client, project)).counts).toMatchObject({ jobs: members, files: members });
    }
    for (const bundle of bundles) bundle.unsure = [];
  }
});
