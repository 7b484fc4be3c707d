/**
 * The folder in which `npm run tools:python` makes the Python of the tools. It is below /opt, which every sandbox of
 * the runner shows. Its last part is the start of the SHA-256 of requirements.txt and build.txt, so that a changed list
 * has a new folder.
 */
export const pythonFolder = '/opt/rotamer-python/241b250e359c';

/** The interpreter of this environment. */
export const python = `${pythonFolder}/bin/python3`;
