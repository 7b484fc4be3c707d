/**
 * Where `npm run tools:python` makes the Python of the tools: below /opt, which every sandbox of the runner shows. The last part begins
 * the SHA-256 of requirements.txt and build.txt, so that a changed list has a folder of its own.
 */
export const pythonFolder = '/opt/rotamer-python/241b250e359c';

/** Its interpreter. */
export const python = `${pythonFolder}/bin/python3`;
