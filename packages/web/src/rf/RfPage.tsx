import { SegmentedControl } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { PageLoading } from '../app/PageLoading.tsx';
import { useUrlState } from '../kit/url-state.ts';
import { findRfView, RF_VIEWS } from './views.ts';

const PlanView = lazy(async () => ({ default: (await import('./plan/PlanView.tsx')).PlanView }));
const InterferenceView = lazy(async () => ({
  default: (await import('./interference/InterferenceView.tsx')).InterferenceView,
}));
const RadiosView = lazy(async () => ({ default: (await import('./lists.ts')).RadiosView }));
const HistoryView = lazy(async () => ({ default: (await import('./lists.ts')).HistoryView }));
const SettingsView = lazy(async () => ({
  default: (await import('./settings/SettingsView.tsx')).SettingsView,
}));

const VIEWS = {
  plan: PlanView,
  interference: InterferenceView,
  radios: RadiosView,
  history: HistoryView,
  settings: SettingsView,
} as const;

/** Plans the channels of the project's radios, with the interference now and the plans of the past. */
export function RfPage() {
  const { search, set } = useUrlState();
  const view = findRfView(search.tab);
  const View = VIEWS[view];
  const views = (
    <SegmentedControl
      size="xs"
      aria-label="Views of RF Optimization"
      value={view}
      data={[...RF_VIEWS]}
      onChange={(value) =>
        set({
          tab: value === 'plan' ? undefined : value,
          open: undefined,
          sort: undefined,
          filter: undefined,
          show: undefined,
          dialog: undefined,
        })
      }
    />
  );
  return (
    <Suspense fallback={<PageLoading />}>
      <View views={views} />
    </Suspense>
  );
}
