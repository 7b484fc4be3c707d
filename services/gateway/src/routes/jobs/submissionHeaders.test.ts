import { describe, expect, it } from 'vitest';
import { readSubmissionHeaders } from './submissionHeaders.ts';

describe('readSubmissionHeaders', () => {
  it.each([
    ['90', 90_000],
    ['90s', 90_000],
    ['10m', 600_000],
    ['2h', 7_200_000],
    ['30d', 2_592_000_000],
  ])('reads Cancel-After: %s', (delay, ms) => {
    expect(readSubmissionHeaders({ 'cancel-after': delay }).cancelAfterMs).toBe(ms);
  });

  it.each(['0', '31d', '-5', '1.5h', '10 m', 'soon', ''])('refuses Cancel-After: %s', (delay) => {
    expect(() => readSubmissionHeaders({ 'cancel-after': delay })).toThrow(
      expect.objectContaining({ code: 'validation_error' }),
    );
  });

  it('reads labels, also of a header that was sent twice', () => {
    expect(readSubmissionHeaders({ labels: 'plate=7, robot=' }).labels).toEqual({ plate: '7', robot: '' });
    expect(readSubmissionHeaders({})).toEqual({ labels: {}, cancelAfterMs: undefined });
  });

  it.each(['plate', '=7', 'a=b=c', 'a=b,', 'ä=1', 'a=1,a=2'])('refuses Labels: %s', (labels) => {
    expect(() => readSubmissionHeaders({ labels })).toThrow(expect.objectContaining({ code: 'validation_error' }));
  });
});
