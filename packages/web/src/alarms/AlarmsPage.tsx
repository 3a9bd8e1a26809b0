import { SegmentedControl } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { PageLoading } from '../app/PageLoading.tsx';
import { useUrlState } from '../kit/url-state.ts';
import { AlarmList } from './AlarmList.tsx';

const RulesTab = lazy(async () => ({ default: (await import('./RulesTab.tsx')).RulesTab }));

const NotificationsTab = lazy(async () => ({
  default: (await import('./NotificationsTab.tsx')).NotificationsTab,
}));

const DeliveriesTab = lazy(async () => ({
  default: (await import('./DeliveriesTab.tsx')).DeliveriesTab,
}));

const TABS = [
  { value: 'alarms', label: 'Alarms' },
  { value: 'rules', label: 'Rules' },
  { value: 'notifications', label: 'Notifications' },
  { value: 'deliveries', label: 'Deliveries' },
] as const;

export function AlarmsPage() {
  const { search, set } = useUrlState();
  const tab = TABS.find(({ value }) => value === search.tab)?.value ?? 'alarms';
  const tools = (
    <SegmentedControl
      size="xs"
      aria-label="Alarm views"
      value={tab}
      data={[...TABS]}
      onChange={(value) =>
        set({
          tab: value === 'alarms' ? undefined : value,
          open: undefined,
          sort: undefined,
          filter: undefined,
          dialog: undefined,
        })
      }
    />
  );
  if (tab === 'alarms') return <AlarmList tools={tools} />;
  return (
    <Suspense fallback={<PageLoading />}>
      {tab === 'rules' && <RulesTab tools={tools} />}
      {tab === 'notifications' && <NotificationsTab tools={tools} />}
      {tab === 'deliveries' && <DeliveriesTab tools={tools} />}
    </Suspense>
  );
}
