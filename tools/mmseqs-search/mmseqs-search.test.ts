import { describe, expect, it } from 'vitest';
import { checkRequest } from '../shared/checkRequest.ts';
import { refusesBadSearches, searchInput } from '../testing/matchTests.ts';
import { check } from './check.ts';
import { contract } from './tool.ts';

describe('refuses', () => {
  refusesBadSearches({ contract, check });

  it('sequences that are all too short to be searched', () => {
    const inputs = [searchInput('queries', '>a\nMKTAYIAK'), searchInput('database', '>b\nMKTAYIAKQRMKTAYIAKQR')];
    expect(checkRequest(contract, check, inputs, {}).verdict.problems).toEqual([
      { path: 'input.inputs', message: "slot 'queries' has no sequence of 14 residues or more" },
    ]);
  });
});
