import { newHome, removeHome, startStack } from '@rotamer/test-support/stack.ts';
import { hasStartedData, keepStartedData } from '@rotamer/test-support/startedData.ts';

/** Starts a stack on an empty folder and ends it, and keeps its data for the stacks of this run and later runs. */
export async function prepareStartedData(): Promise<void> {
  if (hasStartedData()) return;
  const home = newHome();
  try {
    const stack = await startStack({ home });
    const code = await stack.interrupt();
    if (code !== 0) throw new Error(`the stack ended with ${code}:\n${stack.output()}`);
    keepStartedData(home.dataDir);
  } finally {
    removeHome(home);
  }
}
