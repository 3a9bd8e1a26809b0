import { IGNORED_HOURS, type WaitingDevice } from '@northlight/contract';
import { Switch } from '@mantine/core';
import IconPlugConnected from '@tabler/icons-react/dist/esm/icons/IconPlugConnected.mjs';
import { useQuery } from '@tanstack/react-query';
import { ButtonLink } from '../../app/app-link.tsx';
import { useShellContext } from '../../app/shell-context.tsx';
import { PageLoading } from '../../app/PageLoading.tsx';
import { createQuery } from '../../kit/api/index.ts';
import { Card, LoadFailed, Page } from '../../kit/page/index.ts';
import { useUrlState } from '../../kit/url-state.ts';
import { PATHS } from '../../paths.ts';
import { EmptyNote } from '../../ui/EmptyNote.tsx';
import { AddPendingDialog } from './AddPendingDialog.tsx';
import { useAlertPreference } from './alert-preference.ts';
import { PendingTable } from './PendingTable.tsx';

/** Lists the devices that presented the account's cloud code, grouped by the account's decision. */
export function VerifyDevicesPage() {
  const { session } = useShellContext();
  const { search, set } = useUrlState();
  const [alerts, setAlerts] = useAlertPreference(session.account.id);
  const list = useQuery(createQuery('waitingDeviceList', {}));
  const devices = list.data?.items;
  if (list.error && !devices) return <LoadFailed error={list.error} onRetry={() => void list.refetch()} />;
  if (!devices) return <PageLoading />;
  const devicesWith = (status: WaitingDevice['status']) =>
    devices.filter((device) => device.status === status);
  const adding = devices.find(({ sn }) => sn === search.open);
  const onAdd = ({ sn }: WaitingDevice) => set({ open: sn });
  return (
    <Page
      title="Pending devices"
      actions={
        <Switch
          label="Notify me when a device wants to join"
          checked={alerts}
          onChange={(event) => setAlerts(event.currentTarget.checked)}
        />
      }
    >
      <Card title="Waiting">
        {devicesWith('waiting').length === 0 ? (
          <EmptyNote
            icon={<IconPlugConnected size={40} stroke={1.4} />}
            title="No pending devices"
            action={
              <ButtonLink to={PATHS.cloudCode} search={{}}>
                Show cloud code
              </ButtonLink>
            }
          >
            Enter your cloud code on the local page of a device. It appears here when it connects to the
            internet, and joins no project until you add it.
          </EmptyNote>
        ) : (
          <PendingTable devices={devicesWith('waiting')} onAdd={onAdd} />
        )}
      </Card>
      {devicesWith('ignored').length > 0 && (
        <Card title="Ignored" aside={`Shown again if the device connects after ${IGNORED_HOURS} h`}>
          <PendingTable devices={devicesWith('ignored')} onAdd={onAdd} />
        </Card>
      )}
      {devicesWith('rejected').length > 0 && (
        <Card title="Rejected">
          <PendingTable devices={devicesWith('rejected')} onAdd={onAdd} />
        </Card>
      )}
      {adding && <AddPendingDialog device={adding} onClose={() => set({ open: undefined })} />}
    </Page>
  );
}
