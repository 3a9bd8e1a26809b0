export { ChangesBefore } from './ChangesBefore.tsx';
