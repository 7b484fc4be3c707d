import { describe, expect, it } from 'vitest';
import { addressBlock } from './addressBlock.ts';

describe('the block under which an address is counted', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
    ['2001:db8:1:2:ffff::1', '2001:db8:1:2::'],
    ['2001:db8:1:3::1', '2001:db8:1:3::'],
    ['fe80::1%eth0', 'fe80::'],
    ['', ''],
  ])('of %s is %s', (address, block) => {
    expect(addressBlock(address)).toBe(block);
  });
});
