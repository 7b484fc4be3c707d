import { loadTool } from '@rotamer/tools/loadTool.ts';
import { runTool } from './runTool.ts';

await runTool(process.argv[2]!, loadTool);
