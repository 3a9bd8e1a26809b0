export { useProjectActions } from './use-project-actions.ts';
