import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from '@rotamer/kit/process/log.ts';
import type { ToolDataset } from '@rotamer/tools/contract.ts';
import { DATASET_ID, RELEASE_ID } from '@rotamer/tools/shared/datasets/reference.ts';
import { releaseFile, toolDataset } from '@rotamer/tools/shared/datasets/release.ts';

/** The releases of datasets on this machine. */
export interface HeldDatasets {
  /** `<root>/<dataset>/<release>/`. */
  root: string | undefined;
  /** From now on there are none, because tools cannot read them. */
  disable(): void;
  /** Looks at the folder again. Returns the releases, e.g. `swissprot@2026_04`. */
  scan(): string[];
  /** Returns a release as a tool gets it; undefined when it is not here. */
  find(id: string, release: string): ToolDataset | undefined;
}

/** Looks for releases in `<root>/<dataset>/<release>/`. Without a root there are none. */
export function holdDatasets(root: string | undefined, log: Logger): HeldDatasets {
  let isDisabled = false;
  let held = new Map<string, { changed: number; dataset: ToolDataset | undefined }>();

  /** Reads the description of a release, unless it is as it was. */
  function read(key: string, dir: string, changed: number): ToolDataset | undefined {
    const known = held.get(key);
    if (known?.changed === changed) return known.dataset;
    const dataset = readAs(key, dir);
    held.set(key, { changed, dataset });
    return dataset;
  }

  function readAs(key: string, dir: string): ToolDataset | undefined {
    try {
      const dataset = toolDataset(dir);
      if (`${dataset.id}@${dataset.release}` === key) return dataset;
      throw new Error(`${dir} describes ${dataset.id}@${dataset.release}`);
    } catch (error) {
      log.warn({ err: error, dir }, 'a release cannot be read; this runner does not offer it');
      return undefined;
    }
  }

  function scan(): string[] {
    if (root === undefined || isDisabled) return [];
    const found = listFolders(root, ID).flatMap((id) =>
      listFolders(join(root, id), RELEASE).map((release) => ({
        key: `${id}@${release}`,
        dir: join(root, id, release),
      })),
    );
    const whole = found.flatMap((each) => {
      const changed = changeOf(releaseFile(each.dir));
      return changed === undefined ? [] : [{ ...each, changed }];
    });
    const usable = whole.filter(({ key, dir, changed }) => read(key, dir, changed));
    const keys = new Set(whole.map(({ key }) => key));
    held = new Map([...held].filter(([key]) => keys.has(key)));
    return usable.map(({ key }) => key).sort();
  }

  return {
    root,
    disable() {
      isDisabled = true;
      held = new Map();
    },
    scan,
    find(id, release) {
      const key = `${id}@${release}`;
      if (!held.has(key)) scan();
      return held.get(key)?.dataset;
    },
  };
}

const ID = new RegExp(`^${DATASET_ID}$`);
const RELEASE = new RegExp(`^${RELEASE_ID}$`);

/** Returns when a file was changed, in ms; undefined for a file that is not there or that this user cannot look up. */
function changeOf(path: string): number | undefined {
  try {
    return statSync(path).mtimeMs;
  } catch {
    return undefined;
  }
}

/**
 * Hidden folders belong to an import. A folder that cannot be read has no releases for this runner, and must not keep
 * the runner from offering the others.
 */
function listFolders(dir: string, name: RegExp): string[] {
  try {
    return readdirSync(dir).filter((each) => name.test(each));
  } catch {
    return [];
  }
}
