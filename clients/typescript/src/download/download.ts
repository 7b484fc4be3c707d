export { type DownloadResultsOptions, downloadResults } from './downloadResults.ts';
export { type Manifest, type ManifestEntry, verifyFolder } from './manifest.ts';
