export const RF_VIEWS = [
  { value: 'interference', label: 'Interference' },
  { value: 'radios', label: 'Radios' },
] as const;

export type RfView = (typeof RF_VIEWS)[number]['value'];

/** Returns the view that the URL names; the interference by default. */
export const findRfView = (tab: string | undefined): RfView =>
  RF_VIEWS.find(({ value }) => value === tab)?.value ?? 'interference';
