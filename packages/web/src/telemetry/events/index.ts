export { PrecedingChanges } from './PrecedingChanges.tsx';
