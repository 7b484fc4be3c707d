import { HeartbeatRequest, LeasesDefinition } from '@rotamer/proto/jobs/v1/leases.ts';
import { describe, expect, it } from 'vitest';
import { refuseUnreadable, withReadableRequests } from './readableRequests.ts';

const { requestType } = withReadableRequests(LeasesDefinition).methods.heartbeat!;

describe('a request', () => {
  it('causes a validation_error when it cannot be decoded, for example a number above 2^53', () => {
    const sound = HeartbeatRequest.fromPartial({ jobId: 'job_1', runtimeMs: 5 });
    const bytes = HeartbeatRequest.encode({ ...sound, runtimeMs: 2 ** 53 }).finish();
    for (const broken of [bytes, new Uint8Array([0x0a, 0xff])]) {
      const refused = expect.objectContaining({
        code: 'validation_error',
        message: expect.stringMatching(/^request: /),
      });
      expect(() => refuseUnreadable(requestType.decode(broken))).toThrow(refused);
    }
  });

  it('is passed on unchanged when it can be decoded', () => {
    const request = HeartbeatRequest.fromPartial({ jobId: 'job_1', runtimeMs: 5 });
    const decoded = requestType.decode(HeartbeatRequest.encode(request).finish());
    expect(decoded).toEqual(request);
    expect(() => refuseUnreadable(decoded)).not.toThrow();
  });
});
