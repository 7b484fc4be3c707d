import { findTool, loadRun } from '@rotamer/tools/catalogue.ts';
import { runTool } from './runTool.ts';

await runTool(process.argv[2]!, { findTool, loadRun });
