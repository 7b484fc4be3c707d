import { describe, expect, it } from 'vitest';
import { writableMounts } from './ownPlaces.ts';

const MOUNTINFO = `22 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw
23 22 0:21 / /proc rw,nosuid - proc proc rw
24 22 0:22 / /sys rw - sysfs sysfs rw
25 24 0:30 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw
26 22 0:6 / /dev rw - tmpfs tmpfs rw,size=65536k
27 26 0:24 / /dev/pts rw - devpts devpts rw
28 26 0:25 / /dev/mqueue rw,nosuid - mqueue mqueue rw
29 22 254:1 / /mnt/two\\040words rw,relatime master:3 - xfs /dev/vdb rw
30 22 254:2 / /mnt/readonly ro,relatime - xfs /dev/vdc rw
31 22 254:1 / /mnt/two\\040words rw - xfs /dev/vdb rw
`;

describe('the mounts that a tool could write to', () => {
  it('are all except read-only and kernel mounts, each once, with their names decoded', () => {
    expect(writableMounts(MOUNTINFO)).toEqual(['/', '/dev', '/dev/mqueue', '/mnt/two words']);
  });
});
