export { JoiningAlertHost } from './JoiningAlertHost.tsx';
export { JobWindowHost } from './JobWindowHost.tsx';
export { StateSign } from './StateMark.tsx';
export { outcomeTitle } from './job-words.ts';
export { ReviewBody, ReviewOutcome } from './review-lazily.ts';
