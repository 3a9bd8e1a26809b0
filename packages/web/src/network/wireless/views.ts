export const WIRELESS_VIEWS = [
  { value: 'policies', label: 'Wi-Fi networks' },
  { value: 'bridges', label: 'Bridge links' },
  { value: 'foreign', label: 'Neighbouring networks' },
] as const;

/** Returns the view that the URL names; policies by default. */
export const findWirelessView = (tab: string | undefined): (typeof WIRELESS_VIEWS)[number]['value'] =>
  WIRELESS_VIEWS.find(({ value }) => value === tab)?.value ?? 'policies';
