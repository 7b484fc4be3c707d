import { Session } from 'node:inspector/promises';

/**
 * Counts how often blocks of code in files below a folder run during some work: a measure of its cost that is the same on
 * every machine. Built-in operations of the language, for example copying an array, count as one step of any size.
 */
export async function countSteps(folder: string, work: () => unknown): Promise<number> {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
    work();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    const blocks = result.filter(({ url }) => url.includes(folder)).flatMap(({ functions }) => functions);
    return blocks.flatMap(({ ranges }) => ranges).reduce((sum, { count }) => sum + count, 0);
  } finally {
    session.disconnect();
  }
}
