/** An event on the time axis of charts; times in seconds since 1970. */
export interface ChartMark {
  readonly id: string;
  readonly kind: 'offline' | 'alarm' | 'configuration' | 'restart' | 'upgrade';
  readonly severity: 'info' | 'warning' | 'critical';
  readonly at: number;
  /** End of an outage, or the present time while it lasts; absent for events without a duration. */
  readonly until?: number | undefined;
  readonly text: string;
  /** Path of the page with the alarm or record. */
  readonly to: string;
  readonly search: Readonly<Record<string, string>>;
}

/** Signs of the kinds of marks. They differ by shape, so that marks are readable without colour. */
export const MARK_SIGNS: Readonly<Record<ChartMark['kind'], string>> = {
  offline: '×',
  alarm: '!',
  configuration: '≡',
  restart: '↻',
  upgrade: '↑',
};
