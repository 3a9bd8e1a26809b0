/** Formats a lease time: `30 min`, `6 h`, `7 d`, or a mixed form for a custom lease. */
export function formatLease(minutes: number): string {
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60), minutes % 60];
  return (
    [days && `${days} d`, hours && `${hours} h`, rest && `${rest} min`].filter(Boolean).join(' ') || '0 min'
  );
}
