import { RunningJobs } from '../home/RunningJobs.tsx';
import { JobProgress } from '../job/JobProgress.tsx';
import { LogText } from '../job/LogText.tsx';
import { LiveRun } from '../run/LiveRun.tsx';
import { REFRESHED } from '../site/replaceContent.ts';
import { showLocalTimes } from '../site/showLocalTimes.ts';
import { countWaits } from './countWaits.ts';
import { focusSearch } from './focusSearch.ts';
import { followList } from './followList.ts';
import { hydrateIslands } from './hydrateIslands.tsx';
import { keepForm } from './keepForm.ts';
import { priceWhileTyping } from './priceWhileTyping.tsx';
import { readDroppedFiles } from './readDroppedFiles.ts';
import { repeatInput } from './repeatInput.ts';
import { reviewCandidates } from './reviewCandidates.ts';
import { sendSignIn } from './sendSignIn.ts';
import { showSharedJob } from './showSharedJob.ts';
import { uploadFiles } from './uploadFiles.ts';

// Every page is complete without this script. The parts that it adds do not depend on each other.
sendSignIn(document);
showLocalTimes(document);
showSharedJob(document);
focusSearch(document);
followList(document);
priceWhileTyping(document);
keepForm(document);
countWaits(document);
readDroppedFiles(document);
uploadFiles(document);
repeatInput(document);
startJobsAndRuns();
document.addEventListener(REFRESHED, startJobsAndRuns);

/** Starts what the pages of jobs and runs have, which are shown again when their state changes. */
function startJobsAndRuns(): void {
  reviewCandidates(document);
  hydrateIslands(document, { JobProgress, LiveRun, LogText, RunningJobs });
}
