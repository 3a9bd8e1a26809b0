import { IGNORED_HOURS, type WaitingDevice } from '@northlight/contract';
import { Switch } from '@mantine/core';
import IconPlugConnected from '@tabler/icons-react/dist/esm/icons/IconPlugConnected.mjs';
import { useQuery } from '@tanstack/react-query';
import { ButtonLink } from '../app/app-link.tsx';
import { useCurrent } from '../app/current.tsx';
import { PageLoading } from '../app/PageLoading.tsx';
import { q } from '../kit/api/index.ts';
import { Card, LoadFailed, Page } from '../kit/page/index.ts';
import { useUrlState } from '../kit/url-state.ts';
import { PATHS } from '../paths.ts';
import { EmptyNote } from '../ui/EmptyNote.tsx';
import { AddWaitingDialog } from './AddWaitingDialog.tsx';
import { useAlertPreference } from './alert-preference.ts';
import { WaitingTable } from './WaitingTable.tsx';

/** Devices that presented the account's cloud code, and what it decided about them. */
export function VerifyDevicesPage() {
  const { session } = useCurrent();
  const { search, set } = useUrlState();
  const [alerts, setAlerts] = useAlertPreference(session.account.id);
  const list = useQuery(q('waitingDeviceList', {}));
  const devices = list.data?.items;
  if (list.error && !devices) return <LoadFailed error={list.error} onRetry={() => void list.refetch()} />;
  if (!devices) return <PageLoading />;
  const of = (status: WaitingDevice['status']) => devices.filter((device) => device.status === status);
  const adding = devices.find(({ sn }) => sn === search.open);
  const onAdd = ({ sn }: WaitingDevice) => set({ open: sn });
  return (
    <Page
      title="Devices to be verified"
      actions={
        <Switch
          label="Tell me when a device wants to join"
          checked={alerts}
          onChange={(event) => setAlerts(event.currentTarget.checked)}
        />
      }
    >
      <Card title="Waiting">
        {of('waiting').length === 0 ? (
          <EmptyNote
            icon={<IconPlugConnected size={40} stroke={1.4} />}
            title="No device waits for you"
            action={
              <ButtonLink to={PATHS.cloudCode} search={{}}>
                Show my cloud code
              </ButtonLink>
            }
          >
            Enter your cloud code on the local page of a device. It appears here within seconds of reaching
            the internet, and stays outside of every project until you add it.
          </EmptyNote>
        ) : (
          <WaitingTable devices={of('waiting')} onAdd={onAdd} />
        )}
      </Card>
      {of('ignored').length > 0 && (
        <Card title="Ignored" aside={`Each comes back when it calls ${IGNORED_HOURS} hours later`}>
          <WaitingTable devices={of('ignored')} onAdd={onAdd} />
        </Card>
      )}
      {of('rejected').length > 0 && (
        <Card title="Rejected">
          <WaitingTable devices={of('rejected')} onAdd={onAdd} />
        </Card>
      )}
      {adding && <AddWaitingDialog device={adding} onClose={() => set({ open: undefined })} />}
    </Page>
  );
}
