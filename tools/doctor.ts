// npm run tools:doctor: says which tools lack which programs, and the line that installs them. With --packages: only the
// names of the Debian packages that are missing, for scripts.

import { tools } from './catalogue.ts';
import { missingPrograms } from './shared/native/probe.ts';

const contracts = tools.map(({ contract }) => contract);
const missing = await missingPrograms(contracts.flatMap(({ requires }) => requires));
const packages = [...new Set(missing.map(({ debian }) => debian))].sort();

if (process.argv.includes('--packages')) {
  if (packages.length > 0) console.log(packages.join(' '));
} else {
  const commands = new Set(missing.map(({ command }) => command));
  const lacking = contracts.flatMap(({ id, requires }) => {
    const absent = requires.map(({ command }) => command).filter((command) => commands.has(command));
    return absent.length > 0 ? [{ id, absent }] : [];
  });
  console.log(`${contracts.length - lacking.length} of ${contracts.length} tools can run on this machine.`);
  for (const { id, absent } of lacking) console.log(`  ${id}: ${absent.join(', ')} not found`);
  if (packages.length > 0) {
    console.log('\nOn Debian and Ubuntu this installs what is missing:');
    console.log(`  apt-get install -y --no-install-recommends ${packages.join(' ')}`);
  }
}
