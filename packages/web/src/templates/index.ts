export { useTemplateAction } from './use-template-action.tsx';
