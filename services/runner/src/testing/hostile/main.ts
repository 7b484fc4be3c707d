import { runTool } from '../../child/runTool.ts';
import { loadTool } from './catalogue.ts';

await runTool(process.argv[2]!, ({ tool }) => loadTool(tool));
