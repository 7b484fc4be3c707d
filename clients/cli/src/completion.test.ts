import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { runFake } from './testing/fakeIo.ts';
import { fakeService, properties } from './testing/fakeService.ts';

/** Returns what bash offers after a line, when `rotamer completion tools` prints two ids. */
async function offered(line: string): Promise<string[]> {
  const { io } = await runFake(['completion', 'bash'], { fetch: fakeService({}).fetch });
  const words = line.split(' ');
  const script = `rotamer() { printf 'blast-search\\nvina-dock\\n'; }
${io.stdout}
COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}
_rotamer; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).trim().split('\n').filter(Boolean);
}

describe('completion', () => {
  it('offers commands of a group', async () => {
    expect(await offered('rotamer tools sea')).toEqual(['search']);
  });

  it.each(['rotamer submit v', 'rotamer tools show v'])('offers the ids of tools after %s', async (line) => {
    expect(await offered(line)).toEqual(['vina-dock']);
  });

  it('offers options only after a dash', async () => {
    expect(await offered('rotamer submit --max')).not.toContain('vina-dock');
  });

  it('prints no id that a shell would run', async () => {
    const { fetch } = fakeService({
      'GET /tools': { object: 'list', data: [properties, { ...properties, id: '$(touch x)' }], has_more: false },
    });
    const { io } = await runFake(['completion', 'tools'], { fetch });
    expect(io.stdout).toBe(`${properties.id}\n`);
  });
});

describe('workflows by name', () => {
  const workflow = (id: string, name: string) => ({ object: 'workflow', id, name, project_id: null });
  const listed = (...names: string[]) => ({
    'GET /workflows': {
      object: 'list',
      data: names.map((name, n) => workflow(`wf_${n}`, name)),
      has_more: false,
      next_cursor: null,
    },
    'GET /workflows/wf_0': workflow('wf_0', names[0]!),
  });
  const show = (name: string, service: Record<string, unknown>) =>
    runFake(['workflows', 'show', name], { fetch: fakeService(service).fetch });

  it('finds a workflow by its name in any case', async () => {
    const { code, json } = await show('PEPTIDE candidates', listed('Peptide candidates', 'Other'));
    expect([code, json().id]).toEqual([0, 'wf_0']);
  });

  it('refuses a name that several workflows have, and lists their ids', async () => {
    const { code, io } = await show('same', listed('Same', 'same'));
    expect([code, io.stderr]).toEqual([2, expect.stringContaining('wf_0, wf_1')]);
  });

  it('says how to list workflows when none has the name', async () => {
    const { code, io } = await show('none', listed('Other'));
    expect([code, io.stderr]).toEqual([2, expect.stringContaining('rotamer workflows list')]);
  });
});
