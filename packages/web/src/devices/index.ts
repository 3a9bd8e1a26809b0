export { JoiningAlertHost } from './JoiningAlertHost.tsx';
export { JobWindowHost } from './JobWindowHost.tsx';
export { StateSign } from './StateMark.tsx';
export { outcomeTitle, ReviewBody, ReviewOutcome } from './ReviewParts.tsx';
