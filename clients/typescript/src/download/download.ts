export { type Archives, type DownloadArchiveOptions, downloadArchive } from './downloadArchive.ts';
export { type DownloadResultsOptions, downloadResults } from './downloadResults.ts';
export { downloadRunResults } from './downloadRun.ts';
export { downloadSavedFile } from './downloadSavedFile.ts';
export { type FolderManifest, type Manifest, type ManifestEntry, type RunManifest, verifyFolder } from './manifest.ts';
export { safeName } from './safeName.ts';
