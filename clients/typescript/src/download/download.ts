export { type DownloadResultsOptions, downloadResults } from './downloadResults.ts';
export { downloadRunResults } from './downloadRun.ts';
export { type FolderManifest, type Manifest, type ManifestEntry, type RunManifest, verifyFolder } from './manifest.ts';
