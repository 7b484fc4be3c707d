import { runTool } from '../../child/runTool.ts';
import { findTool, loadRun } from './catalogue.ts';

await runTool(process.argv[2]!, { findTool, loadRun });
