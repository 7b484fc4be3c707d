import { ProjectEventType } from '@rotamer/proto/projects/v1/project.ts';
import { describe, expect, it } from 'vitest';
import { closeProject, createProject, descriptionProblem, nameProblem, updateProject } from './project.ts';

const now = new Date('2026-03-01T12:00:00.000Z');
const later = new Date('2026-03-01T13:00:00.000Z');
const { project } = createProject({ id: 'proj_1', workspaceId: 'ws_1', name: 'Kinases', description: 'old' }, now);

describe('a project', () => {
  it('changes the given fields, and keeps the others', () => {
    expect(updateProject(project, { name: 'Lipases' }, later)).toEqual({
      project: { ...project, name: 'Lipases', updatedAt: later, version: 2 },
      event: ProjectEventType.UPDATED,
    });
  });

  it('has a name and a description without control characters', () => {
    const words = { name: 'A\u001b]0;x\u0007\n', description: 'one\ntwo\u202e\u0000' };
    const shown = { name: 'A\ufffd]0;x\ufffd ', description: 'one\ntwo\ufffd\ufffd' };
    expect(createProject({ id: 'proj_1', workspaceId: 'ws_1', ...words }, now).project).toMatchObject(shown);
    expect(updateProject(project, words, later)!.project).toMatchObject(shown);
  });

  it('removes its description when that is empty', () => {
    expect(updateProject(project, { description: '' }, later)?.project.description).toBeUndefined();
  });

  it('returns undefined when nothing changes', () => {
    expect(updateProject(project, { name: 'Kinases', description: 'old' }, later)).toBeUndefined();
    expect(updateProject(project, {}, later)).toBeUndefined();
  });

  it('cannot be changed while it is being deleted', () => {
    const closed = closeProject(project, later).project;
    expect(() => updateProject(closed, { name: 'Lipases' }, later)).toThrow('being deleted');
  });
});

describe('the texts of a project', () => {
  it.each(['a', 'x'.repeat(80), '🧬'.repeat(80), ' ', 'zwei Wörter'])('allow the name %j', (name) => {
    expect(nameProblem(name)).toBeUndefined();
  });

  it.each(['', 'x'.repeat(81), '🧬'.repeat(81), 'a\0b'])('do not allow the name %j', (name) => {
    expect(nameProblem(name)).toMatchObject({ path: 'name' });
  });

  it('allow a description of up to 500 characters', () => {
    expect(descriptionProblem('🧬'.repeat(500))).toBeUndefined();
    expect(descriptionProblem('x'.repeat(501))).toMatchObject({ path: 'description' });
    expect(descriptionProblem('\0')).toMatchObject({ path: 'description' });
  });
});
