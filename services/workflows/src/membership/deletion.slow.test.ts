// @module-tag crashes

import { newId } from '@rotamer/kit/ids.ts';
import { readOutbox } from '@rotamer/kit/outbox/readOutbox.ts';
import { long } from '@rotamer/kit/testing/long.ts';
import { DeletionMode } from '@rotamer/proto/projects/v1/project.ts';
import { RunEvent, RunEventType } from '@rotamer/proto/workflows/v1/workflow.ts';
import { expect, it } from 'vitest';
import type { Deps } from '../deps.ts';
import { closeProject } from '../rpc/members/closeProject.ts';
import { contextOf, crashingProcess } from '../testing/crashingProcess.ts';
import { chemist, library, triage } from '../testing/definitions.ts';
import { startWorkflows } from '../testing/startWorkflows.ts';

/** Calls between two crashes. */
const STRIDE = long ? 1 : 5;

/** More calls than a deletion makes. */
const MANY = 500;

const MODES = [DeletionMode.DELETE_CONTENTS, DeletionMode.UNASSIGN];

it.each(MODES)(
  'a project whose deletion dies at any call is left by its workflows and runs: %s',
  { timeout: long ? 900_000 : 120_000 },
  async (mode) => {
    const world = await startWorkflows();
    const { db, jobs, settle, deps } = world;
    for (let crashAt = 1; ; crashAt += STRIDE) {
      if (crashAt > MANY) throw new Error('the deletion never ends');
      const projectId = newId('proj', new Date());
      const owner = await world.published(triage, {}, { projectId });
      // One run waits for a selection, the other for its first job.
      const runs = [await owner.start({ library })];
      await settle(chemist);
      runs.push(await owner.start({ library }));
      await settle();
      const close = async (parts: Deps) => {
        const request = { workspaceId: owner.workspaceId, seq: 1, projectId, mode, targetProjectId: undefined };
        const rpc = closeProject(parts);
        for (let n = 0; n < 20; n++) {
          if ((await rpc(request, contextOf(owner.scope))).done) return;
          await settle(undefined, parts);
        }
        throw new Error('never done');
      };
      const { crashing, parts } = crashingProcess(deps, crashAt);
      await close(parts).catch((error) => {
        if (!crashing.hasCrashed) throw error;
      });
      await world.makeDue();
      await db.query('delete from failed_work');
      await db.query('delete from begun_work');
      await close(deps);

      const left = await db.query('select id, project_id from runs where id = any($1) order by id', [runs]);
      const told = (await readOutbox(db, 100_000)).map(({ value }) => RunEvent.decode(value));
      const typesOf = (id: string) => told.filter(({ run }) => run!.id === id).map(({ type }) => type);
      const expected = mode === DeletionMode.UNASSIGN ? RunEventType.MOVED : RunEventType.DELETED;
      for (const id of runs)
        expect(
          typesOf(id).filter((type) => type === expected),
          `died at call ${crashAt}`,
        ).toHaveLength(1);
      if (mode === DeletionMode.UNASSIGN) {
        expect(left.rows).toEqual(runs.toSorted().map((id) => ({ id, project_id: null })));
        for (const runId of runs) await owner.cancel(runId);
      } else {
        expect(left.rows).toEqual([]);
        for (const id of runs) expect(typesOf(id)).toContain(RunEventType.CANCELLED);
      }
      expect(jobs.active()).toEqual([]);
      await settle();
      if (!crashing.hasCrashed) break;
    }
    const { rows } = await db.query('select members from projects where members <> 0');
    expect(rows).toEqual([]);
  },
);
