import { cpuMs } from '@rotamer/kit/testing/cpuMs.ts';
import { largeBodies } from '@rotamer/kit/testing/hostileJson.ts';
import { long } from '@rotamer/kit/testing/long.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { submission } from '../testing/requests.ts';
import { bearer, testGateway } from '../testing/testGateway.ts';

const BODY_BYTES = 512 * 1024;

/**
 * Maximum CPU time of one body, in milliseconds, since others wait for this long. The limit to keep is 20, which the long form
 * measures on a quiet machine. The short form allows for a busy machine, and still finds quadratic time.
 */
const MOST_MS = long ? 20 : 60;

const gateway = await testGateway();
gateway.workspace.limits!.requestsPerMinute = 1_000_000;
afterAll(gateway.stop);
const headers = { ...bearer(gateway.issueKey()), 'content-type': 'application/json', 'idempotency-key': 'one' };

/** Puts as many parts as fit into a body, between its beginning and its end. */
function fill(open: string, part: (i: number) => string, close: string, most = Number.POSITIVE_INFINITY): string {
  const parts: string[] = [];
  let bytes = open.length + close.length;
  for (let i = 0; i < most; i++) {
    const next = part(i);
    bytes += Buffer.byteLength(next) + 1;
    if (bytes > BODY_BYTES) break;
    parts.push(next);
  }
  return open + parts.join() + close;
}

const [before = '', after = ''] = JSON.stringify(submission({ settings: { X: 0 } })).split('"X":0');
const field = (i: number) => `"k${i}":0`;
const thousandFields = fill('{', field, '}', 1_000);

const bodies: [string, string][] = [
  ['30,000 unknown fields', fill('{', field, '}', 30_000)],
  ['as many unknown fields as fit', fill('{', field, '}')],
  ['as many settings as fit', fill(before, field, after)],
  ['49 objects of 1,000 fields', fill(`${before}"a":[`, () => thousandFields, `]${after}`, 49)],
  ['names that cannot be stored', fill(before, (i) => `"\\u0000${i}":0`, after)],
  ['texts that cannot be stored', fill(`${before}"a":[`, () => '"\\ud800"', `]${after}`, 49_000)],
  ['numbers that look too large', fill(`${before}"a":[`, () => `1e100,${'9'.repeat(199)}`, `]${after}`, 20_000)],
  ['empty inputs', fill('{"input":{"inputs":[', () => '{}', ']}}')],
  ['1,000 empty inputs', fill('{"tool":"x","name":"x","input":{"inputs":[', () => '{}', ']}}', 1_000)],
  ['900 inputs of unknown fields', fill('{"input":{"inputs":[', () => '{"a":1,"b":2,"c":3,"d":4,"e":5}', ']}}', 900)],
  ['3,000 wrong ids', fill('{"resources":[{"type":"job","ids":[', () => '0', ']}]}', 3_000)],
  ['as many resources as fit', fill('{"resources":[', () => '{}', ']}', 20_000)],
  ['empty inputs of a node', fill('{"input_data":{"a":{"method":"inputs","inputs":[', () => '{}', ']}}}')],
  ['1,000 nodes', fill('{"input_data":{', (i) => `"a${i}":{"method":"inputs","inputs":[{}]}`, '}}', 1_000)],
  ['lists of 60 levels', fill(`${before}"a":[`, () => '['.repeat(60) + ']'.repeat(60), `]${after}`)],
  ...largeBodies.map((body, i): [string, string] => [`large body ${i}`, body.toString()]),
];

describe('a costly body', () => {
  it.each([
    ['POST', '/jobs'],
    ['POST', '/jobs/quote'],
    ['PATCH', '/jobs/job_x/share'],
    ['POST', '/jobs/job_x/cancel'],
    ['DELETE', '/files/file_x'],
    ['POST', '/projects/assignments'],
    ['DELETE', '/projects/proj_x'],
    ['POST', '/workflows/wf_x/validate'],
    ['POST', '/workflows/wf_x/runs'],
    ['POST', '/workflow-runs/run_x/curation'],
    ['POST', '/workflow-runs/run_x/retry'],
  ] as const)('%s %s', async (method, url) => {
    for (const [name, payload] of bodies) {
      let fastest = Number.POSITIVE_INFINITY;
      // The first measurement may include compiling, and any may include collecting the memory of earlier bodies.
      for (let n = 0; n < 5 && fastest > MOST_MS / 2; n++) {
        const start = cpuMs();
        const answer = await gateway.app.inject({ method, url: `/api/v1${url}`, headers, payload });
        fastest = Math.min(fastest, cpuMs() - start);
        expect(answer.body.length, name).toBeLessThan(20_000);
        expect(answer.json().error?.details?.errors?.length ?? 0, name).toBeLessThanOrEqual(20);
      }
      expect(fastest, name).toBeLessThan(MOST_MS);
    }
  });
});

it('lists the first 20 problems, and how many more there are', async () => {
  const payload = submission(Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`k${i}`, 0])));
  const { error } = (await gateway.app.inject({ method: 'POST', url: '/api/v1/jobs', headers, payload })).json();
  expect(error.message).toBe('k0: is not a known field (and 499 more)');
  expect(error.details.errors).toHaveLength(20);
  expect(error.details.more).toBe(480);
});
