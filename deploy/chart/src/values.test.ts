import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { databaseOf, type Service, services } from '@rotamer/deploy/services.ts';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const rows: Record<string, object> = parse(read('charts/rotamer/values.yaml')).services;

/** What of a row is for the local stack alone. */
const local: (keyof Service)[] = ['name', 'replicas', 'programs'];

describe('charts/rotamer/values.yaml', () => {
  it('has the services of deploy/services.ts, and no other', () => {
    expect(Object.keys(rows).sort()).toEqual(services.map(({ name }) => name).sort());
  });

  it.each(services)('says of $name what its row says', (service) => {
    const said = Object.entries(service).filter(([field]) => !local.includes(field as keyof Service));
    expect(rows[service.name]).toMatchObject(Object.fromEntries(said));
    // Nothing that the row does not have, either.
    const facts = new Set(
      services.flatMap((one) => Object.keys(one)).filter((field) => !local.includes(field as never)),
    );
    const extra = Object.keys(rows[service.name]!).filter((field) => facts.has(field) && !(field in service));
    expect(extra).toEqual([]);
  });

  it('has the databases of the rows in the neighbours for development, and their URLs', () => {
    const made = [...read('deploy/kind/neighbours.yaml').matchAll(/create database (\w+);/g)].map(([, name]) => name);
    const wanted = services.filter(({ database }) => database).map(({ name }) => name);
    expect(made.sort()).toEqual([...wanted.map(databaseOf), 'rotamer_bus'].sort());
    const urls = Object.keys(parse(read('deploy/kind/connections.yaml')).stringData);
    expect(urls).toEqual(expect.arrayContaining(wanted.map((name) => `${name}-postgres-url`)));
  });
});
