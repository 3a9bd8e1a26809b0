export { SeverityMark } from './SeverityMark.tsx';
export { severityWord } from './words.ts';
