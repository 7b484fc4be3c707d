// npm run tools:doctor: lists which tools lack which programs, and the command that installs them. With --packages it
// prints only the names of missing Debian packages, for scripts. With --group as well, it prints all packages of a
// group, for images.

import { parseArgs } from 'node:util';
import { tools } from './catalogue.ts';
import { configuredTools } from './shared/configured/configuredTools.ts';
import { packagesOf } from './shared/native/imageGroups.ts';
import { missingPrograms } from './shared/native/probe.ts';

const { values: options } = parseArgs({ options: { packages: { type: 'boolean' }, group: { type: 'string' } } });

const builtIn = tools.map(({ contract }) => contract);
const ids = builtIn.map(({ id }) => id);
const contracts = [...builtIn, ...(await configuredTools(process.env.ROTAMER_TOOLS_FOLDERS, ids))];

if (options.group !== undefined) {
  console.log(packagesOf(contracts, options.group).join(' '));
} else {
  const missing = await missingPrograms(contracts.flatMap(({ requires }) => requires));
  const packages = [...new Set(missing.flatMap(({ debian }) => debian ?? []))].sort();
  if (!options.packages)
    printMissing(
      missing.map(({ command }) => command),
      packages,
      [...new Set(missing.flatMap(({ script }) => script ?? []))],
    );
  else if (packages.length > 0) console.log(packages.join(' '));
}

function printMissing(commands: string[], packages: string[], scripts: string[]): void {
  const lacking = contracts.flatMap(({ id, requires }) => {
    const absent = requires.map(({ command }) => command).filter((command) => commands.includes(command));
    return absent.length > 0 ? [{ id, absent }] : [];
  });
  console.log(`${contracts.length - lacking.length} of ${contracts.length} tools can run on this machine.`);
  for (const { id, absent } of lacking) console.log(`  ${id}: ${absent.join(', ')} not found`);
  if (packages.length > 0) {
    console.log('\nOn Debian and Ubuntu this installs what is missing:');
    console.log(`  apt-get install -y --no-install-recommends ${packages.join(' ')}`);
  }
  for (const script of scripts) console.log(`\nThis makes what no package has:\n  ${script}`);
}
