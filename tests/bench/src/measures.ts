import type { Measure } from './measure.ts';
import { busyWorkspace } from './measures/busyWorkspace.ts';
import { claimDelay } from './measures/claimDelay.ts';
import { coldStart } from './measures/coldStart.ts';
import { engineCpu } from './measures/engineCpu.ts';
import { eventDelay } from './measures/eventDelay.ts';
import { fanOut } from './measures/fanOut.ts';
import { idleMemory } from './measures/idleMemory.ts';
import { list8 } from './measures/list8.ts';
import { listPage } from './measures/listPage.ts';
import { map } from './measures/map.ts';
import { mapPlain } from './measures/mapPlain.ts';
import { noopJobs } from './measures/noopJobs.ts';
import { oneJob } from './measures/oneJob.ts';
import { oneStatus } from './measures/oneStatus.ts';
import { oneSubmit } from './measures/oneSubmit.ts';
import { overload } from './measures/overload.ts';
import { pageBytes, pageInput, pageLive, pagePaint, pagePrice } from './measures/pages.ts';
import { projectList } from './measures/projectList.ts';
import { relayKafka } from './measures/relayKafka.ts';
import { replay } from './measures/replay.ts';
import { runStatus } from './measures/runStatus.ts';
import { search } from './measures/search.ts';
import { smallJobs } from './measures/smallJobs.ts';
import { status } from './measures/status.ts';
import { status8 } from './measures/status8.ts';
import { streams } from './measures/streams.ts';
import { submit } from './measures/submit.ts';
import { submit8 } from './measures/submit8.ts';
import { submit64 } from './measures/submit64.ts';
import { submitCpu } from './measures/submitCpu.ts';
import { tools } from './measures/tools.ts';
import { upload } from './measures/upload.ts';
import { uploadS3 } from './measures/uploadS3.ts';

/**
 * All figures, in the order in which they are measured and shown. Figures that start a runner come before those that
 * leave a long queue. The million rows come last.
 */
export const measures: Measure[] = [
  tools,
  status,
  claimDelay,
  eventDelay,
  noopJobs,
  fanOut,
  engineCpu,
  oneSubmit,
  oneStatus,
  status8,
  list8,
  submit8,
  submit64,
  submitCpu,
  submit,
  busyWorkspace,
  replay,
  overload,
  streams,
  upload,
  oneJob,
  smallJobs,
  map,
  mapPlain,
  search,
  pagePaint,
  pageBytes,
  pageInput,
  pageLive,
  pagePrice,
  coldStart,
  idleMemory,
  runStatus,
  listPage,
  projectList,
  relayKafka,
  uploadS3,
];
