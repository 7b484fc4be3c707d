import { describe, expect, it } from 'vitest';
import { createAbsenceWatch } from './matchOffers.ts';

describe('a tool that no runner offers', () => {
  it('is reported after a minute of passes without a gap', () => {
    const watch = createAbsenceWatch();
    for (let second = 0; second < 60; second++) expect(watch(['a@1'], second * 1_000)).toEqual([]);
    expect(watch(['a@1'], 60_000)).toEqual(['a@1']);
  });

  it('starts a new minute when it was offered in between, or after a gap between passes', () => {
    const watch = createAbsenceWatch();
    for (let second = 0; second < 50; second++) watch(['a@1', 'b@1'], second * 1_000);
    watch(['b@1'], 50_000);
    for (let second = 51; second < 60; second++) watch(['a@1', 'b@1'], second * 1_000);
    expect(watch(['a@1', 'b@1'], 60_000)).toEqual(['b@1']);
    expect(watch(['a@1', 'b@1'], 70_000)).toEqual([]);
  });
});
