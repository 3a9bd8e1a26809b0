export { JoiningAlertHost } from './JoiningAlertHost.tsx';
export { JobWindowHost } from './JobWindowHost.tsx';
export { jobSummary } from './job-words.ts';
export { StateSign } from './StateMark.tsx';
export { useBrokenWays, WayNotices } from './BrokenWays.tsx';
export { ChangeTable, ReviewBody, ReviewFoot, ReviewModal } from './review-lazily.ts';
