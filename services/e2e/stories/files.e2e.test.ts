import { describe, expect, it } from 'vitest';
import { expectRefusal } from '../src/expectRefusal.ts';
import type { File, List } from '../src/resources.ts';
import { ubiquitin } from '../src/testData.ts';
import { newWorkspace } from '../src/workspace.ts';

describe('the file library', () => {
  it('keeps what is uploaded, and finds it again by every filter', async () => {
    const { id: workspace, admin, client } = await newWorkspace();
    const { id: collection } = await admin.command('collection create', { workspace, name: 'Small proteins' });
    const fields = { description: 'Human', tags: 'small, "quoted"', collection_ids: `["${collection}"]` };
    const uploaded = await client.upload<File>('My ubiquitin.fasta', ubiquitin, fields);
    expect(uploaded.status).toBe(201);
    expect(uploaded.body).toMatchObject({
      filename: 'My_ubiquitin.fasta',
      original_name: 'My ubiquitin.fasta',
      format: 'FASTA',
      size: Buffer.byteLength(ubiquitin),
      origin: 'UPLOAD',
      storage_owner: 'FILE_LIBRARY',
      description: 'Human',
      tags: ['small', '"quoted"'],
      collection_ids: [collection],
      input_reference: { type: 'file', file_id: uploaded.body.id },
    });
    const { id } = uploaded.body;
    expect((await client.get<File>(`/files/${id}`)).body).toEqual(uploaded.body);
    const found = async (filter: string) => (await client.get<List<File>>(`/files?${filter}`)).body.data.length;
    for (const filter of ['', 'q=UBIQ', 'format=FASTA', 'origin=UPLOAD', `collection_id=${collection}`, 'mine=true']) {
      expect(await found(filter), filter).toBe(1);
    }
    const none = ['q=lysozyme', 'format=PDB', 'origin=JOB_OUTPUT', `collection_id=${collection.replace(/.$/, '0')}`];
    for (const filter of [...none, 'project_id=nonsense']) expect(await found(filter), filter).toBe(0);
    for (const url of [uploaded.body.content_url, uploaded.body.download_url]) {
      expectRefusal(await client.get(url.replace('/api/v1', '')), 404, 'not_found');
    }
  });
});
