import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ToolContract, ToolRun } from '@rotamer/tools/contract.ts';
import { OUTPUT_LIST, type OutputLine, PLAIN_NAME } from './jobFile.ts';

/** Writes outputs so that those of a killed tool are kept: first the file, then its line in the list. */
export interface OutputWriter extends Pick<ToolRun, 'item' | 'file'> {
  error(message: string): void;
}

export function createOutputWriter(folder: string, contract: ToolContract): OutputWriter {
  const append = (line: OutputLine) => appendFileSync(join(folder, OUTPUT_LIST), `${JSON.stringify(line)}\n`);

  function assertPort(id: string, type: 'item' | 'file'): void {
    const wanted = type === 'item' ? 'items' : 'file';
    if (contract.ports.some((port) => port.id === id && port.type === wanted)) return;
    throw new Error(`${contract.id} has no ${wanted} port '${id}'`);
  }

  return {
    item(port, value, place) {
      assertPort(port, 'item');
      append({ type: 'item', port, place, value });
    },
    file(port, name, content, place) {
      assertPort(port, 'file');
      if (!PLAIN_NAME.test(name)) throw new Error(`'${name}' is not a plain file name`);
      mkdirSync(join(folder, port), { recursive: true });
      writeFileSync(join(folder, port, name), content, { flag: 'wx' });
      append({ type: 'file', port, place, name });
    },
    error: (message) => append({ type: 'error', message }),
  };
}
