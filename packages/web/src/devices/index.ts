export { JoiningAlertHost } from './JoiningAlertHost.tsx';
export { JobRows } from './JobRows.tsx';
export { JobWindowHost } from './JobWindowHost.tsx';
export { StateSign } from './StateMark.tsx';
export { jobSummary } from './job-words.ts';
