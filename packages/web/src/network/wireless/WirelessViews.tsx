import { SegmentedControl } from '@mantine/core';
import { useUrlState } from '../../kit/url-state.ts';
import { findWirelessView, WIRELESS_VIEWS } from './views.ts';

/** Selects the view of the wireless page, which the URL contains. */
export function WirelessViews() {
  const { search, set } = useUrlState();
  return (
    <SegmentedControl
      size="xs"
      aria-label="Wireless views"
      value={findWirelessView(search.tab)}
      data={[...WIRELESS_VIEWS]}
      onChange={(value) =>
        set({ tab: value === 'policies' ? undefined : value, open: undefined, sort: undefined })
      }
    />
  );
}
