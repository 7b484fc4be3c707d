import type { ToolLimits } from '@rotamer/tools/contract.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chargeFor, outcomeOf } from './charge.ts';
import type { Job, JobBilling, Status } from './job.ts';
import { nextReservation, priceOf } from './price.ts';

const limits: ToolLimits = { wallSeconds: 1_800, memoryMiB: 256, cpuCores: 1, outputMiB: 10 };
const t0 = new Date('2026-01-01T00:00:00Z');

const fixed: JobBilling = { mode: 'fixed', holdId: 'h', reservedMillicredits: 1_000, firstReservedMillicredits: 1_000 };
const metered: JobBilling = {
  mode: 'metered_runtime',
  holdId: 'h',
  reservedMillicredits: 3_000,
  firstReservedMillicredits: 3_000,
  capMillicredits: 90_000,
  rateMillicreditsPerMinute: 3_000,
};

/** A job that has run for 20 s. */
const job = (billing: JobBilling | undefined, over: Partial<Job> = {}) =>
  ({ startedAt: t0, runtimeMs: 20_000, billing, ...over }) as Job;
const after = (ms: number) => new Date(t0.getTime() + ms);
const ending = (status: Status, over = {}) => ({
  status,
  started: true,
  infrastructure: false,
  stoppedByUser: false,
  now: after(25_000),
  ...over,
});

describe('the charge of an ended job', () => {
  const table: [Status, object, number, number][] = [
    ['COMPLETED', {}, 1_000, 1_000],
    ['FAILED', {}, 0, 1_000],
    ['FAILED', { infrastructure: true }, 0, 0],
    ['TIMEOUT', {}, 0, 1_000],
    ['CANCELLED', { started: false, infrastructure: true }, 0, 0],
    ['CANCELLED', {}, 0, 1_000],
    ['CANCELLED', { stoppedByUser: true }, 1_000, 1_000],
    ['CANCELLED', { stoppedByUser: true, started: false }, 0, 0],
    ['BUDGET_EXCEEDED', {}, 0, 1_000],
  ];
  for (const [status, how, ofFixed, ofMetered] of table) {
    it(`${status} ${JSON.stringify(how)}: fixed ${ofFixed}, metered ${ofMetered}`, () => {
      expect(chargeFor(job(fixed), ending(status, how))?.chargeMillicredits).toBe(ofFixed);
      expect(chargeFor(job(metered), ending(status, how))?.chargeMillicredits).toBe(ofMetered);
    });
  }

  it('is undefined for a free tool', () => {
    expect(chargeFor(job(undefined), ending('COMPLETED'))).toBeUndefined();
  });

  it('is for the least of measured, elapsed and authorised runtime', () => {
    const charge = (over: Partial<Job>, now: Date) => chargeFor(job(metered, over), ending('COMPLETED', { now }));
    expect(charge({ runtimeMs: 20_000 }, after(10_000))?.billableRuntimeMs).toBe(10_000);
    expect(charge({ runtimeMs: 20_000 }, after(30_000))?.billableRuntimeMs).toBe(20_000);
    expect(charge({ runtimeMs: 90_000 }, after(95_000))).toEqual({
      billableRuntimeMs: 60_000,
      chargeMillicredits: 3_000,
    });
  });

  it('never exceeds the hold and rounds in favour of the workspace', () => {
    const any = fc.record({ reserved: fc.integer({ min: 1, max: 1e12 }), rate: fc.integer({ min: 1, max: 1e7 }) });
    fc.assert(
      fc.property(any, fc.nat(1e9), ({ reserved, rate }, runtimeMs) => {
        const billing = { ...metered, reservedMillicredits: reserved, rateMillicreditsPerMinute: rate };
        const { chargeMillicredits: charge, billableRuntimeMs } = chargeFor(
          job(billing, { runtimeMs }),
          ending('COMPLETED', { now: after(1e10) }),
        )!;
        expect(charge).toBeLessThanOrEqual(reserved);
        expect(charge).toBeLessThanOrEqual((billableRuntimeMs! * rate) / 60_000);
      }),
    );
  });

  it('has the outcome charged, refunded after a claim, or released before any claim', () => {
    expect([outcomeOf(1, true), outcomeOf(0, true), outcomeOf(0, false)]).toEqual(['charged', 'refunded', 'released']);
  });
});

describe('a price', () => {
  it('of a fixed tool is base + per unit, exact to the millicredit', () => {
    const credit = { mode: 'fixed', base: 1, perUnit: 0.1, unit: 'record' } as const;
    expect(priceOf(credit, limits, { units: 3 }, undefined)).toMatchObject({
      estimatedMillicredits: 1_300,
      reservedMillicredits: 1_300,
    });
  });

  it('is never made from NaN', () => {
    const credit = { mode: 'fixed' as const, base: 1, perUnit: 1, unit: 'sequence' };
    expect(() => priceOf(credit, limits, { units: Number.NaN }, undefined)).toThrow('a price of NaN millicredits');
    const rate = { mode: 'metered_runtime' as const, ratePerMinute: 3 };
    expect(() => priceOf(rate, limits, { units: 1, estimatedMinutes: Number.NaN }, undefined)).toThrow(
      'a price of NaN',
    );
  });

  it('of a free tool is undefined', () => {
    expect(priceOf({ mode: 'free' }, limits, { units: 3 }, undefined)).toBeUndefined();
    expect(priceOf({ mode: 'fixed', base: 0, perUnit: 0, unit: 'x' }, limits, { units: 3 }, 5)).toBeUndefined();
  });

  const credit = { mode: 'metered_runtime', ratePerMinute: 3 } as const;

  it('of a metered tool holds the estimate, at least one minute, at most the cap', () => {
    const reserved = (estimatedMinutes: number, cap?: number) =>
      priceOf(credit, limits, { units: 0, estimatedMinutes }, cap)?.reservedMillicredits;
    expect(reserved(0.2)).toBe(3_000);
    expect(reserved(4)).toBe(12_000);
    expect(reserved(4, 5_000)).toBe(5_000);
    expect(reserved(4_000)).toBe(90_000);
  });

  it('may grow to the time limit × rate without a cap, and never above a cap', () => {
    expect(priceOf(credit, limits, { units: 0 }, undefined)?.capMillicredits).toBe(90_000);
    expect(priceOf(credit, limits, { units: 0 }, 7_000)?.capMillicredits).toBe(7_000);
    expect(priceOf(credit, limits, { units: 0 }, Number.MAX_SAFE_INTEGER)?.capMillicredits).toBe(9e15);
  });

  it('grows by one minute or a quarter of the first reservation, never above the cap', () => {
    expect(nextReservation(metered)).toBe(6_000);
    expect(nextReservation({ ...metered, reservedMillicredits: 40_000, firstReservedMillicredits: 40_000 })).toBe(
      50_000,
    );
    expect(nextReservation({ ...metered, reservedMillicredits: 89_000 })).toBe(90_000);
    expect(nextReservation({ ...metered, reservedMillicredits: 90_000 })).toBe(90_000);
  });
});
