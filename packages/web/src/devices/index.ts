export { JoiningAlertHost } from './JoiningAlertHost.tsx';
export { JobWindowHost } from './JobWindowHost.tsx';
export { jobSummary } from './job-words.ts';
export { StateMark, StateSign } from './StateMark.tsx';
export { isPast } from './figure-age.ts';
export { useBrokenWays, WayNotices } from './BrokenWays.tsx';
export { ChangeTable, ReviewBody, ReviewFoot, ReviewModal } from './review-lazily.ts';
