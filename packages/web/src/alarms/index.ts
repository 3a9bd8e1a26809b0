export { SeverityMark } from './SeverityMark.tsx';
export { severityLabel } from './alarm-labels.ts';
