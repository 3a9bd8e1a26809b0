export { SignalBars } from './SignalBars.tsx';
export { SIGNAL_LABELS } from './signal-labels.ts';
