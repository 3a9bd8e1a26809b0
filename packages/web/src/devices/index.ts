export { JoiningAlertHost } from './JoiningAlertHost.tsx';
export { JobWindowHost } from './JobWindowHost.tsx';
export { StateSign } from './StateMark.tsx';
export { ReviewFoot } from './ReviewFoot.tsx';
export { ReviewModal } from './ReviewModal.tsx';
export { ReviewBody } from './review-lazily.ts';
