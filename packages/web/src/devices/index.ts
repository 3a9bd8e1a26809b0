export { JoiningAlertHost } from './JoiningAlertHost.tsx';
export { JobWindowHost } from './JobWindowHost.tsx';
export { summarizeJob } from './job-labels.ts';
export { StateMark, StateSign } from './StateMark.tsx';
export { hasStaleData } from './stale-data.ts';
export { useBrokenPaths, PathNotices } from './BrokenPaths.tsx';
export { ChangeTable, ReviewBody, ReviewFoot, ReviewModal } from './review-lazily.ts';
export { PortIcon } from './settings/PortIcon.tsx';
export { getLinkState } from './settings/port-labels.ts';
