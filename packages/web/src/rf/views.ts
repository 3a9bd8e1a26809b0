export const RF_VIEWS = [
  { value: 'plan', label: 'Plan' },
  { value: 'interference', label: 'Interference' },
  { value: 'radios', label: 'Radios' },
  { value: 'history', label: 'History' },
  { value: 'settings', label: 'Settings' },
] as const;

export type RfView = (typeof RF_VIEWS)[number]['value'];

/** Returns the view that the URL names; the plan by default. */
export const findRfView = (tab: string | undefined): RfView =>
  RF_VIEWS.find(({ value }) => value === tab)?.value ?? 'plan';
