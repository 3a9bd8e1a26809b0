export { SeverityMark } from './SeverityMark.tsx';
export { formatSeverityLabel } from './alarm-labels.ts';
