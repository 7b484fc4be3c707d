import { describe, expect, it } from 'vitest';
import { hasNoRoom, isDiskFull, machineFailureIn, machineFailureOf } from './machineFailure.ts';

describe('a failure of the machine', () => {
  it('is a disk without bytes or inodes', () => {
    const room = { bsize: 4096, bavail: 1_000_000, files: 1_000, ffree: 10 };
    expect(hasNoRoom(room)).toBe(false);
    expect(hasNoRoom({ ...room, bavail: 10 })).toBe(true);
    expect(hasNoRoom({ ...room, ffree: 0 })).toBe(true);
    expect(hasNoRoom({ ...room, files: 0, ffree: 0 })).toBe(false);
    expect(isDiskFull(import.meta.dirname)).toBe(false);
    expect(isDiskFull('/no/such/folder')).toBe(false);
  });

  it('is found in the stderr of a failed tool', () => {
    expect(machineFailureIn("Error: ENOSPC: no space left on device, write\n code: 'ENOSPC'")).toBe('disk full');
    expect(machineFailureIn('awk: write failure (No space left on device)')).toBe('disk full');
    expect(machineFailureIn('dd: error reading: Input/output error')).toBe('disk broken');
    expect(machineFailureIn('TypeError: x is not a function')).toBeUndefined();
  });

  it('is found in an error and in its causes', () => {
    const cause = Object.assign(new Error('write'), { code: 'ENOSPC' });
    expect(machineFailureOf(new Error('no room', { cause }))).toBe('disk full');
    expect(machineFailureOf(Object.assign(new Error('read'), { code: 'EIO' }))).toBe('disk broken');
    expect(machineFailureOf(new Error('else'))).toBeUndefined();
    expect(machineFailureOf('text')).toBeUndefined();
  });
});
