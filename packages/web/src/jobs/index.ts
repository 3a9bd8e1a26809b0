export { IssueList } from './IssueList.tsx';
export { describeJobRow, formatOutcomeTitle, summarizeJob } from './job-labels.ts';
export { JobRows } from './JobRows.tsx';
export { JobWindowHost } from './job-window-lazily.ts';
export { jobWindow } from './job-window-store.ts';
