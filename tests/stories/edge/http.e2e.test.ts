import { expectRefusal } from '@rotamer/test-support/expectRefusal.ts';
import type { List } from '@rotamer/test-support/resources.ts';
import { waitFor } from '@rotamer/test-support/waitFor.ts';
import { newWorkspace, type Workspace } from '@rotamer/test-support/workspace.ts';
import { tools } from '@rotamer/tools/catalogue.ts';
import { beforeAll, describe, expect, inject, it } from 'vitest';

interface Tool {
  id: string;
  credit_model: object;
  input: { slots: { acceptedKinds: string[]; defaultKind: string }[] };
}

let workspace: Workspace;

beforeAll(async () => {
  workspace = await newWorkspace();
});

describe('every response', () => {
  it("has the client's request id if it is valid, otherwise a new one", async () => {
    const { client } = workspace;
    const withId = (id: string, path = '/account') => client.get(path, { 'x-request-id': id });
    expect((await withId('my-request_0001')).headers.get('x-request-id')).toBe('my-request_0001');
    expect((await withId('my-request_0002', '/nonsense')).headers.get('x-request-id')).toBe('my-request_0002');
    const own = [
      (await client.get('/account')).headers,
      (await withId('short')).headers,
      (await withId('a b c d e f')).headers,
    ];
    const ids = own.map((headers) => headers.get('x-request-id')!);
    for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9_-]{8,64}$/);
    expect(new Set(ids).size).toBe(3);
  });

  it('forbids framing and content sniffing', async () => {
    const { headers } = await workspace.client.get('/account');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it.each(['/nonsense', '/', '', '/jobs/', '/jobs/a/b/c', '/Account', '/account/'])(
    'of an unknown route %s is the 404 envelope',
    async (path) => {
      const { client, clientWith } = workspace;
      for (const someone of [client, clientWith(undefined)]) {
        expectRefusal(await someone.get(path), 404, 'not_found');
      }
    },
  );

  it('of a path that cannot be decoded is the 400 envelope', async () => {
    expectRefusal(await workspace.client.get('/tools/%E0%A4%A'), 400, 'validation_error');
  });
});

describe('the welcome page', () => {
  it('links to a finished job that is public', async () => {
    const { baseUrl } = inject('stack');
    // A new stack runs the sample job in the background.
    const path = await waitFor('the sample', async () => {
      const page = await (await fetch(baseUrl)).text();
      return /\/share\/job_\w+/.exec(page)?.[0];
    });
    const shared = await fetch(`${baseUrl}${path}`);
    expect(shared.status).toBe(200);
    expect(await shared.text()).toContain('COMPLETED');
  });
});

describe('the catalogue', () => {
  it('lists the tools and describes the inputs of each', async () => {
    const { client } = workspace;
    const { data } = (await client.get<List<Tool>>('/tools')).body;
    const configured = ['cad-score', 'wait'];
    const ids = [...tools.map(({ contract }) => contract.id), ...configured];
    expect(data.map(({ id }) => id).sort()).toEqual(ids.sort());
    for (const { id, credit_model } of data) {
      const { body } = await client.get<Tool>(`/tools/${id}`);
      expect(body).toMatchObject({ id, object: 'tool' });
      // Tools that run external programs are available only where the programs are installed.
      if (tools.find(({ contract }) => contract.id === id)?.contract.requires.length === 0)
        expect(body).toMatchObject({ available: true });
      expect(body.credit_model).toMatchObject(credit_model);
      for (const slot of body.input.slots) expect(slot.acceptedKinds).toContain(slot.defaultKind);
    }
    for (const id of ['nonsense', 'protein-properties%2f', '..', 'x'.repeat(300)]) {
      expectRefusal(await client.get(`/tools/${encodeURIComponent(id)}`), 404, 'not_found');
    }
  });
});
