export { SeverityMark } from './SeverityMark.tsx';
export { findWorstAlarm } from './worst-alarm.ts';
export { useFirstStep } from './FirstStep.tsx';
export { formatSeverityLabel } from './alarm-labels.ts';
