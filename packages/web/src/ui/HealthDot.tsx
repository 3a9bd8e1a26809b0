interface HealthDotProps {
  readonly state: 'ok' | 'warning' | 'error' | 'none';
}

const LABELS = {
  ok: 'All online',
  warning: 'Open alarms',
  error: 'Devices offline or critical alarms',
  none: 'No devices',
} as const;

/** Dot for the health of a project; its shape differs as well as its colour. */
export function HealthDot({ state }: HealthDotProps) {
  return (
    <svg
      width="10"
      height="10"
      viewBox="0 0 10 10"
      role="img"
      aria-label={LABELS[state]}
      className="tone"
      fill="currentColor"
      data-state={state}
    >
      {state === 'error' && <path d="M5 0.5 9.5 5 5 9.5 0.5 5Z" />}
      {state === 'warning' && <path d="M5 0.8 9.6 9.2 0.4 9.2Z" />}
      {state === 'ok' && <circle cx="5" cy="5" r="4.2" />}
      {state === 'none' && (
        <circle cx="5" cy="5" r="3.4" fill="none" stroke="currentColor" strokeWidth="1.6" />
      )}
    </svg>
  );
}
