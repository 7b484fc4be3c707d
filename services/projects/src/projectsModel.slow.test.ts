import { Fault } from '@rotamer/kit/errors/fault.ts';
import { DeletionMode, ResourceType } from '@rotamer/proto/projects/v1/project.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Fate } from './testing/memoryContext.ts';
import { type Accepted, type Place, placesOf } from './testing/projectsModel.ts';
import { startProjects } from './testing/startProjects.ts';
import { deleteDue } from './work/deleteProjects.ts';

const { JOB, FILE, STUDIO_SESSION } = ResourceType;
const { MOVE, UNASSIGN, DELETE_CONTENTS } = DeletionMode;

const PROJECTS = 4;

/** One of the initial projects, by its number, or none. */
const project = fc.option(fc.nat({ max: PROJECTS - 1 }), { nil: undefined, freq: 4 });

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('add' as const),
      type: fc.constantFrom(JOB, FILE, STUDIO_SESSION),
      project,
      ofJob: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('assign' as const),
      project,
      chosen: fc.array(fc.nat({ max: 20 }), { minLength: 1, maxLength: 6, size: 'max' }),
      linked: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('delete' as const),
      project: fc.nat({ max: PROJECTS - 1 }),
      mode: fc.constantFrom(MOVE, UNASSIGN, DELETE_CONTENTS),
      target: fc.nat({ max: PROJECTS - 1 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('carry out' as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('work on deletions' as const) }) },
);

/** Concurrent steps, and the outcomes of the calls that they make, in the order of the calls. */
const stage = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 3 }),
  fates: fc.array(fc.constantFrom<Fate[]>('ok', 'ok', 'call lost', 'answer lost'), { maxLength: 12, size: 'max' }),
});

type Stage = typeof stage extends fc.Arbitrary<infer One> ? One : never;
type Step = Stage['steps'][number];
type World = Awaited<ReturnType<typeof startWorld>>;

it('never loses, duplicates or half-moves a resource under concurrent steps and lost calls', async () => {
  const world = await startWorld();
  await fc.assert(
    fc.asyncProperty(fc.array(stage, { maxLength: 25, size: 'max' }), async (stages) => {
      const lab = await openLab(world);
      for (const { steps, fates } of stages) {
        const rest = [...fates];
        world.links.fateOf = (method) =>
          method === 'setProject' || method === 'closeProject' ? (rest.shift() ?? 'ok') : 'ok';
        await Promise.all(steps.map((one) => lab.take(one)));
        world.later(10_000);
      }
      world.links.fateOf = () => 'ok';
      await lab.settle();
      await lab.compare();
    }),
    { numRuns: 30, endOnFailure: true },
  );
}, 60_000);

/** Starts the service, with a record of all assignments that it ever accepted. */
async function startWorld() {
  const world = await startProjects();
  await world.db.query(`
    create table accepted as select seq, workspace_id, project_id, groups, move_linked_files from operations;
    create function record() returns trigger language plpgsql as $$
    begin
      insert into accepted values (new.seq, new.workspace_id, new.project_id, new.groups, new.move_linked_files);
      return null;
    end $$;
    create trigger record after insert on operations for each row execute function record();`);
  return world;
}

/** Creates a workspace with projects, and the functions that act on it. */
async function openLab({ db, deps, projects, jobs, files, member, carryOut, later }: World) {
  const { workspaceId, scope, project, job, file, session } = member();
  const known: string[] = [];
  for (let i = 0; i < PROJECTS; i++) known.push((await project(`project ${i}`)).id);
  /** Every added resource: where it was put first, and to which job a file belongs. */
  const added = new Map<string, { type: ResourceType; start?: string; jobId?: string }>();

  async function add({ type, project, ofJob }: Extract<Step, { do: 'add' }>) {
    const start = project === undefined ? undefined : known[project];
    // As the gateway does: it checks the project first, and the resource arrives at any later time.
    if (start) await projects.checkOpen({ projectId: start }, scope);
    const someJob = [...added].findLast(([, { type }]) => type === JOB)?.[0];
    const jobId = type === FILE && ofJob ? someJob : undefined;
    const id = type === JOB ? job(start) : type === FILE ? file(start, jobId) : await session(start);
    added.set(id, { type, start, jobId });
  }

  async function assign({ project, chosen, linked }: Extract<Step, { do: 'assign' }>) {
    const all = [...added];
    if (all.length === 0) return;
    const some = [...new Set(chosen.map((i) => i % all.length))].map((i) => all[i]!);
    await projects.assign(
      {
        targetProjectId: project === undefined ? undefined : known[project],
        groups: some.map(([id, { type }]) => ({ type, ids: [id] })).slice(0, 6),
        moveLinkedFiles: linked,
      },
      scope,
    );
  }

  async function act(one: Step): Promise<unknown> {
    if (one.do === 'add') return add(one);
    if (one.do === 'assign') return assign(one);
    if (one.do === 'carry out') return carryOut();
    if (one.do === 'work on deletions') return deleteDue(deps);
    const targetProjectId = one.mode === MOVE ? known[one.target] : undefined;
    return projects.delete({ projectId: known[one.project], mode: one.mode, targetProjectId }, scope);
  }

  /** Returns the place of every existing resource. A resource in two contexts is listed twice. */
  async function found(): Promise<[id: string, place: Place][]> {
    const { rows } = await db.query('select id, project_id from resources where workspace_id = $1', [workspaceId]);
    const held = [...jobs.held.values(), ...files.held.values()].filter((one) => one.workspaceId === workspaceId);
    return [
      ...held.map(({ id, projectId }): [string, Place] => [id, projectId ? { in: projectId } : 'none']),
      ...rows.map((row): [string, Place] => [row.id, row.project_id ? { in: row.project_id } : 'none']),
    ];
  }

  async function accepted(): Promise<Accepted[]> {
    const operations = await db.query('select * from accepted where workspace_id = $1', [workspaceId]);
    const deletions = await db.query('select * from deletions where workspace_id = $1', [workspaceId]);
    const withFiles = (ids: string[]) =>
      [...added].flatMap(([id, { jobId }]) => (jobId && ids.includes(jobId) ? [id] : []));
    return [
      ...operations.rows.map((row): Accepted => {
        const ids = row.groups.flatMap((group: { ids: string[] }) => group.ids);
        return {
          seq: row.seq,
          type: 'assign',
          ids: new Set([...ids, ...(row.move_linked_files ? withFiles(ids) : [])]),
          projectId: row.project_id ?? undefined,
        };
      }),
      ...deletions.rows.map(
        (row): Accepted => ({
          seq: row.seq,
          type: 'delete',
          projectId: row.project_id,
          mode: row.mode,
          target: row.target_project_id ?? undefined,
        }),
      ),
    ];
  }

  return {
    /** Takes one step, which may be refused or interrupted, but may not fail in any other way. */
    async take(one: Step): Promise<void> {
      await act(one).catch((error) => {
        const refused = ['not_found', 'conflict', 'service_unavailable', 'validation_error'];
        if (!(error instanceof Fault && refused.includes(error.code))) throw error;
      });
    },

    /** Runs the loops until they have nothing to do; failed deletions are retried. */
    async settle(): Promise<void> {
      for (let i = 0; i < 100; i++) {
        later(400_000);
        await carryOut();
        await deleteDue(deps);
        const { rows } = await db.query(
          `select id, status from deletions where workspace_id = $1 and status <> 'completed'
           union all select null, 'waiting' from operations where workspace_id = $1`,
          [workspaceId],
        );
        if (rows.length === 0) return;
        for (const { id, status } of rows)
          if (status === 'failed') await projects.retryDeletion({ deletionId: id }, scope);
      }
      throw new Error('there is no end to it');
    },

    async compare(): Promise<void> {
      const all = await accepted();
      const places = await found();
      expect(new Set(places.map(([id]) => id)).size, 'each is there once').toBe(places.length);
      const now = new Map(places);
      for (const [id, { start }] of added) expect(placesOf(id, start, all), id).toContainEqual(now.get(id) ?? 'gone');
      for (const id of now.keys()) expect(added.has(id), id).toBe(true);

      const deleted = all.flatMap((one) => (one.type === 'delete' ? [one.projectId] : []));
      const listed = (await projects.list({ limit: 100 }, scope)).projects.map((one) => one.project!.id);
      expect(listed.toSorted()).toEqual(known.filter((id) => !deleted.includes(id)).toSorted());
    },
  };
}
