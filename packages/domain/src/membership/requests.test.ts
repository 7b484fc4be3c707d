import { newId } from '@rotamer/kit/ids.ts';
import { DeletionMode, ResourceType } from '@rotamer/proto/projects/v1/project.ts';
import { describe, expect, it } from 'vitest';
import { closingOf, distinctIds, idsOf, projectsOf } from './requests.ts';

const now = new Date('2026-01-01T00:00:00Z');
const [projectId, targetProjectId] = [newId('proj', now), newId('proj', now)];
const [a, b] = [newId('job', now), newId('job', now)].sort() as [string, string];

describe('idsOf', () => {
  it('returns the valid ids of one type, each once, in order', () => {
    const groups = [
      { type: ResourceType.JOB, ids: [b, 'job_x', a] },
      { type: ResourceType.FILE, ids: [newId('file', now)] },
      { type: ResourceType.JOB, ids: [a, `${a}\0`, projectId] },
    ];
    expect(idsOf(groups, ResourceType.JOB, 'job')).toEqual([a, b]);
  });

  it('refuses too many ids', () => {
    const many = Array.from({ length: 3_001 }, () => a);
    expect(() => distinctIds('jobs_with_files', many, 'job')).toThrow('jobs_with_files: must have at most 3000 ids');
    expect(distinctIds('jobs_with_files', many.slice(1), 'job')).toEqual([a]);
    expect(() => projectsOf(Array.from({ length: 101 }, () => projectId))).toThrow('project_ids');
  });
});

describe('a deletion', () => {
  const request = { workspaceId: 'ws_1', seq: 1, projectId, mode: DeletionMode.MOVE, targetProjectId };

  it('is accepted as projects sends it', () => {
    expect(closingOf(request)).toEqual({ workspaceId: 'ws_1', seq: 1, projectId, mode: 'move', targetProjectId });
    const unassign = { ...request, mode: DeletionMode.UNASSIGN, targetProjectId: undefined };
    expect(closingOf(unassign)).toMatchObject({ mode: 'unassign' });
  });

  it.each([
    ['seq', { seq: 0 }],
    ['project_id', { projectId: 'proj_1' }],
    ['mode', { mode: DeletionMode.UNSPECIFIED }],
    ['target_project_id', { targetProjectId: undefined }],
    ['target_project_id', { targetProjectId: projectId }],
    ['target_project_id', { mode: DeletionMode.DELETE_CONTENTS }],
  ])('is refused with a wrong %s', (path, over) => {
    expect(() => closingOf({ ...request, ...over })).toThrow(expect.objectContaining({ code: 'validation_error' }));
    expect(() => closingOf({ ...request, ...over })).toThrow(path);
  });
});
