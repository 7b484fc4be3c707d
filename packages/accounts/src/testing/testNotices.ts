import { defaultChoices, type NoticeChoices } from '@rotamer/api/schemas/notices.ts';
import type { Notices } from '../notices/notices.ts';

/** Notices in memory. */
export interface TestNotices extends Notices {
  /** Ids of jobs and runs whose submission asked for a mail. */
  requested: string[];
  /** Kinds that were switched off, by address. */
  off: [email: string, kind: string][];
}

export function testNotices(): TestNotices {
  const chosen = new Map<string, Partial<NoticeChoices>>();
  const requested: string[] = [];
  const off: [string, string][] = [];
  const read = async (userId: string) => ({ ...defaultChoices, ...chosen.get(userId) });
  return {
    requested,
    off,
    read,
    async change(userId, choices) {
      chosen.set(userId, { ...chosen.get(userId), ...choices });
      return await read(userId);
    },
    request: async (subjectId) => void requested.push(subjectId),
    switchOff: async (email, kind) => void off.push([email, kind]),
    wants: async (email, kind) => !off.some(([address, one]) => address === email && one === kind),
  };
}
