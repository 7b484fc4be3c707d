import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { peerHash } from '@rotamer/kit/grpc/peers.ts';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import {
  addressVariable,
  callersOf,
  databaseOf,
  eventTopics,
  operator,
  programsOf,
  serviceNamed,
  services,
} from './services.ts';

const root = join(import.meta.dirname, '..');
const names = services.map(({ name }) => name);

describe('the list of services', () => {
  it('has exactly one row for each folder of services/', () => {
    const folders = readdirSync(join(root, 'services'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(folders.map(({ name }) => name).sort()).toEqual([...names].sort());
  });

  it('lists each service before its callers, so there is no cycle', () => {
    for (const [place, { name, calls }] of services.entries()) {
      for (const peer of calls) expect(names.slice(0, place), `${name} calls ${peer}`).toContain(peer);
    }
  });

  it('lets only its callers and the operator call a service', () => {
    expect(callersOf('jobs')).toEqual(['workflows', 'projects', 'gateway', 'runner', 'operator']);
    expect(callersOf('gateway')).toEqual(['operator']);
  });

  it('has a topic for each service that publishes, with the groups that handle it', () => {
    expect(eventTopics()).toContainEqual({
      topic: 'jobs.events.v1',
      groups: ['files', 'workflows', 'notifications', 'mails'],
    });
  });

  it('names only programs that exist', () => {
    for (const program of programsOf(services)) expect(existsSync(join(root, program)), program).toBe(true);
  });
});

describe('deploy/compose.yaml', () => {
  const compose = parse(readFileSync(join(import.meta.dirname, 'compose.yaml'), 'utf8'), { merge: true });
  const tokenOf = (name: string) => `rotamer-compose-${name}`;

  it.each(names)('runs %s as defined in its row', (name) => {
    const { calls, database, grpc, http, shares, leases, blobs } = serviceNamed(name);
    const { build, image, environment, depends_on } = compose.services[name];
    expect(build.args).toEqual({ SERVICE: name });
    expect(image).toBe(`localhost/rotamer/${name}`);
    const callers = callersOf(name).map((caller) => `${caller}:${peerHash(tokenOf(caller))}`);
    expect(environment).toMatchObject({
      ...(database ? { ROTAMER_POSTGRES_URL: expect.stringMatching(new RegExp(`/${databaseOf(name)}$`)) } : {}),
      ...(calls.length > 0 ? { ROTAMER_SERVICE_TOKEN: tokenOf(name) } : {}),
      ...(http ? { ROTAMER_HTTP_LISTEN: '0.0.0.0:8080' } : {}),
      ...(shares ? { ROTAMER_SHARE_SECRET: tokenOf('share') } : {}),
    });
    expect(environment.ROTAMER_S3_SECRET_ACCESS_KEY).toBe(blobs === true ? 'rotamer-compose' : undefined);
    expect(environment.ROTAMER_LEASE_SECRET).toBe(leases && tokenOf('lease'));
    expect((environment.ROTAMER_CALLERS ?? '').split(/,\s*/).sort()).toEqual(grpc ? callers.sort() : ['']);
    for (const peer of calls) expect(environment[addressVariable(peer)]).toBe(`${peer}:9000`);
    expect(Object.keys(depends_on)).toEqual(expect.arrayContaining([...calls]));
  });

  it('gives runners, read-only, the datasets that the admin commands import', () => {
    const { runner, provision } = compose.services;
    const path = '/var/lib/rotamer/datasets';
    for (const { environment } of [runner, provision]) expect(environment.ROTAMER_DATASETS).toBe(path);
    expect([runner.volumes, provision.volumes]).toEqual([[`datasets:${path}:ro`], [`datasets:${path}`]]);
    expect(Object.keys(compose.volumes)).toContain('datasets');
  });

  it('gives the admin commands the addresses of the services they call', () => {
    for (const { name } of services.filter(({ operated }) => operated)) {
      expect(compose.services.provision.environment[addressVariable(name)]).toBe(`${name}:9000`);
    }
    expect(operator).toBe('operator');
  });
});
