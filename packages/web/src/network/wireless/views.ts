export const WIRELESS_VIEWS = [
  { value: 'policies', label: 'Policies' },
  { value: 'bridges', label: 'Bridge links' },
  { value: 'foreign', label: 'Foreign networks' },
] as const;

/** Returns the view that the URL names; policies by default. */
export const findWirelessView = (tab: string | undefined): (typeof WIRELESS_VIEWS)[number]['value'] =>
  WIRELESS_VIEWS.find(({ value }) => value === tab)?.value ?? 'policies';
