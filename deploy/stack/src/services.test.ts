import { describe, expect, it } from 'vitest';
import { callersOf, services } from './services.ts';

describe('the table of services', () => {
  it('names whoever is called before its callers, so there is no circle', () => {
    const names = services.map((row) => row.name);
    for (const row of services) {
      for (const peer of row.calls) {
        expect(names.indexOf(peer), `${row.name} calls ${peer}`).toBeGreaterThanOrEqual(0);
        expect(names.indexOf(peer), `${row.name} calls ${peer}`).toBeLessThan(names.indexOf(row.name));
      }
    }
  });

  it('lets a service be called by those who call it and by the operator, and by nobody else', () => {
    expect(callersOf('jobs')).toEqual(['gateway', 'runner', 'operator']);
    expect(callersOf('gateway')).toEqual(['operator']);
  });
});
