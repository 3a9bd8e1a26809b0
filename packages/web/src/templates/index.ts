export { SaveAsTemplate } from './SaveAsTemplate.tsx';
