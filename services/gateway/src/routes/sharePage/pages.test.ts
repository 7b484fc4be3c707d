import { jobView } from '@rotamer/pages/sharePage/jobView.ts';
import { errorPage, jobPage, signInPage } from '@rotamer/pages/sharePage/pages.ts';
import { JobStatus } from '@rotamer/proto/jobs/v1/job.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testJob } from '../../testing/testJobs.ts';

const nothing = { files: [], rows: [] };

/** A page of a job that has this text in every place for text of other people. */
function pageWith(text: string): string {
  const row = { id: 'itm_1', order: 0, rank: null, file_name: null, source_input_ids: [], format: 'JSON' };
  const file = { ...row, key: 'k', content_type: text, size: 1, sha256: '' };
  const job = testJob({ name: `name ${text}`, error: `error ${text}`, status: JobStatus.FAILED });
  const items = [{ ...row, output_port_id: text, value: { [`column ${text}`]: text, smiles: `C${text}` } }];
  const files = [{ ...file, id: text, name: text, output_port_id: text, format: text }];
  const structures = [{ ...file, id: `s${text}`, name: text, output_port_id: text, format: 'SDF' }];
  const pictures = [{ ...file, id: `p${text}`, name: text, output_port_id: text, format: 'SVG' }];
  const rows = [{ portId: text, items, total: 1_000, fileId: text }];
  return jobPage(jobView(job, { files: [...files, ...structures, ...pictures], rows }, undefined, '../'));
}

/** Returns every tag with the names of its attributes. */
function skeletonOf(page: string): string[] {
  return [...page.matchAll(/<[/!]?([a-z0-9]+)((?:\s[^<>"]*(?:"[^"]*")?)*)\s*>/gi)].map(
    ([, tag, attributes]) => `${tag} ${attributes!.replace(/"[^"]*"/g, '').replace(/\s+/g, ' ')}`,
  );
}

describe('the page of a shared job', () => {
  it('has the same tags and attributes for any text', () => {
    const usual = skeletonOf(pageWith('word'));
    const evil = fc.oneof(
      fc.string({ minLength: 1 }),
      fc.constantFrom(
        '<script>alert(1)</script>',
        '"><img src=x onerror=alert(1)>',
        "' onclick='x",
        '<%= it %>',
        '&lt;',
      ),
    );
    fc.assert(
      fc.property(evil, (text) => {
        const page = pageWith(text);
        expect(skeletonOf(page)).toEqual(usual);
        expect(page.match(/</g)).toHaveLength(pageWith('word').match(/</g)!.length);
      }),
    );
  });

  it('reloads and shows progress while the job is active', () => {
    const page = jobPage(jobView(testJob({ status: JobStatus.PROCESSING, progress: 40 }), nothing, undefined, '../'));
    expect(page).toContain('http-equiv="refresh" content="10"');
    expect(page).toContain('<progress max="100" value="40">');
    expect(pageWith('word')).not.toContain('http-equiv');
  });

  it('reveals nothing about the workspace', () => {
    const job = testJob({ workspaceId: 'ws_secret', createdBy: 'usr_secret', projectId: 'proj_secret' });
    expect(jobPage(jobView(job, nothing, undefined, '../'))).not.toContain('secret');
  });
});

describe('the other pages', () => {
  it('escape their texts, too', () => {
    expect(errorPage('../', '<b>', '<i>')).not.toMatch(/<[bi]>/);
    expect(signInPage({ root: '../', action: '"><b>', token: '"><b>', notice: '<b>' })).not.toContain('<b>');
  });
});
