import { newHome, removeHome, startStack } from '@rotamer/test-support/stack.ts';
import { hasStartedData, keepStartedData } from '@rotamer/test-support/startedData.ts';

/** Starts a stack on an empty folder and ends it, and keeps its data for the stacks of this run and later runs. */
export async function prepareStartedData(): Promise<void> {
  if (hasStartedData()) return;
  const home = newHome();
  try {
    const stack = await startStack({ home });
    await stack.interrupt();
    keepStartedData(home.dataDir);
  } finally {
    removeHome(home);
  }
}
