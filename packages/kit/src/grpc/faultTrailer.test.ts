import { randomBytes } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { Metadata } from 'nice-grpc-common';
import { describe, expect, it } from 'vitest';
import { type ErrorCode, errorTable } from '../errors/errorTable.ts';
import { Fault, validationFault } from '../errors/fault.ts';
import { faultFromTrailer, faultToStatus } from './faultTrailer.ts';

function cross(fault: Fault) {
  const trailer = Metadata();
  const status = faultToStatus(fault, trailer);
  const bytes = trailer.get('rotamer-fault-bin')!.length;
  return { status, bytes, arrived: faultFromTrailer(trailer)! };
}

describe('a fault in a trailer', () => {
  it.each(Object.keys(errorTable) as ErrorCode[])('arrives complete, without its cause: %s', (code) => {
    const details = { current_status: 'PROCESSING', nested: [{ ä: null }] };
    const options = { details, retryAfterSeconds: 7, resolution: 'Ask the operator.', cause: new Error('secret') };
    const fault = new Fault(code, 'Not now: 你好.', options);
    const { status, arrived } = cross(fault);
    expect(status.code).toBe(errorTable[code].grpc);
    expect(arrived).toBeInstanceOf(Fault);
    const { message, resolution, retryAfterSeconds } = fault;
    expect(arrived).toMatchObject({ code, message, resolution, details, retryAfterSeconds });
    expect(arrived.cause).toBeUndefined();
  });

  it('fits into HTTP/2 headers: keeps the first problems that fit, and counts the others', () => {
    const long = () => ({ path: randomBytes(2_000).toString('base64'), message: 'is wrong' });
    const { bytes, arrived } = cross(validationFault(Array.from({ length: 30 }, long)));
    expect(bytes).toBeLessThanOrEqual(24 * 1024);
    const { errors, more } = arrived.details as { errors: unknown[]; more: number };
    expect(errors.length).toBeGreaterThanOrEqual(5);
    expect(errors.length + more).toBe(30);
  });

  it('drops details that cannot fit, and truncates a long message', () => {
    const noise = randomBytes(200_000).toString('base64');
    for (const details of [{ noise }, { errors: [{ path: noise, message: '' }] }]) {
      const { bytes, arrived } = cross(new Fault('validation_error', noise, { details, resolution: noise }));
      expect(bytes).toBeLessThanOrEqual(24 * 1024);
      expect(arrived.message).toBe(noise.slice(0, 2_000));
      expect(arrived.details).toBeUndefined();
    }
  });

  it('is undefined without a trailer, or with a code that only a newer service knows', () => {
    expect(faultFromTrailer(undefined)).toBeUndefined();
    expect(faultFromTrailer(Metadata())).toBeUndefined();
    for (const code of ['brand_new', 'toString']) {
      const newer = deflateRawSync(JSON.stringify({ code, message: 'New.', resolution: 'Upgrade.' }));
      expect(faultFromTrailer(Metadata().set('rotamer-fault-bin', newer))).toBeUndefined();
    }
  });
});
