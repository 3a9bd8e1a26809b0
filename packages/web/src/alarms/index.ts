export { SeverityMark, severityRank } from './SeverityMark.tsx';
export { severityWord } from './words.ts';
