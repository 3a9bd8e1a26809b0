import { type Share, SHARE_LIMITS, type Sharing, type Transfer } from '@northlight/contract';
import { Button, Group } from '@mantine/core';
import IconUsersPlus from '@tabler/icons-react/dist/esm/icons/IconUsersPlus.mjs';
import { useQuery, useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useMemo } from 'react';
import { useProject } from '../app/shell-context.tsx';
import { PageLoading } from '../app/PageLoading.tsx';
import { createQuery, awaitRefetch, createMutation } from '../kit/api/index.ts';
import { GatedButton } from '../kit/controls/GatedButton.tsx';
import { createTimeColumn, PanelGrid, type GridColumn } from '../kit/grid/index.ts';
import { LoadFailed, Page, PageAction, Card } from '../kit/page/index.ts';
import { useUrlState } from '../kit/url-state.ts';
import { EmptyNote } from '../ui/EmptyNote.tsx';
import { SharePanel } from './SharePanel.tsx';
import { toast } from '../app/toast.ts';
import { formatTime } from '../kit/format/index.ts';
import { Notice } from '../ui/Notice.tsx';
import { useNavigate } from '@tanstack/react-router';
import { ask } from '../app/confirm-store.ts';
import { PATHS } from '../paths.ts';
import { Facts } from '../ui/Facts.tsx';
import { ExtensionButton } from './ExtensionButton.tsx';
import { formatRightLabel, formatStateLabel } from './share-labels.ts';

const ShareDialog = lazy(async () => ({ default: (await import('./ShareDialog.tsx')).ShareDialog }));
const TransferDialog = lazy(async () => ({
  default: (await import('./TransferDialog.tsx')).TransferDialog,
}));

const getRowId = (share: Share) => share.id;
const getRowName = (share: Share) => share.account;

/** Lists the shares of the project for its owner. Other accounts see only their own share. */
export function SharingPage() {
  const project = useProject();
  const { search, set } = useUrlState();
  const found = useQuery(createQuery('sharingGet', { params: { projectId: project.id } }));
  const sharing = found.data;
  const closeDialog = useCallback(() => set({ dialog: undefined }), [set]);
  if (found.error && !sharing) return <LoadFailed error={found.error} onRetry={() => void found.refetch()} />;
  if (!sharing) return <PageLoading />;
  return (
    <Page
      title="Permission sharing"
      note={sharing.counts && `${sharing.counts.write} of ${SHARE_LIMITS.writePerProject} read-write shares`}
      layout="fill"
      more={
        <PageAction can={sharing.can.transfer} onClick={() => set({ dialog: 'transfer' })}>
          Transfer project
        </PageAction>
      }
      actions={
        <GatedButton can={sharing.can.share} onClick={() => set({ dialog: 'share' })}>
          Share project
        </GatedButton>
      }
    >
      {sharing.transfer && <OpenTransfer transfer={sharing.transfer} />}
      {sharing.can.leave.allowed ? (
        <OwnShare share={sharing.items[0]} />
      ) : (
        <ShareList sharing={sharing} onShare={() => set({ dialog: 'share' })} />
      )}
      <Suspense>
        {search.dialog === 'share' && <ShareDialog can={sharing.can.share} onClose={closeDialog} />}
        {search.dialog === 'transfer' && <TransferDialog can={sharing.can.transfer} onClose={closeDialog} />}
      </Suspense>
    </Page>
  );
}

function ShareList({ sharing, onShare }: { readonly sharing: Sharing; readonly onShare: () => void }) {
  const { timeZone } = useProject();
  const columns = useMemo(() => createShareColumns(timeZone), [timeZone]);
  return (
    <PanelGrid
      panelLabel="Share"
      renderTitle={getRowName}
      renderPanel={(share, close) => <SharePanel key={share.id} share={share} onClose={close} />}
      id="shares"
      label="Shares"
      noun="share"
      rows={sharing.items}
      columns={columns}
      rowId={getRowId}
      rowName={getRowName}
      defaultSort="account"
      empty={
        <EmptyNote
          icon={<IconUsersPlus size={40} stroke={1.4} />}
          title="Not shared yet"
          // A denied action is shown once, with its reason, above the list.
          {...(sharing.can.share.allowed && { action: <Button onClick={onShare}>Share project</Button> })}
        >
          Share this project with another account, so that it can view it or configure its devices. A share is
          valid for hours, until a date or permanently. You can change or end it at any time.
        </EmptyNote>
      }
    />
  );
}

/** Notice about an open or expired transfer offer, with the button to withdraw it. */
function OpenTransfer({ transfer }: { readonly transfer: Transfer }) {
  const { id: projectId, timeZone } = useProject();
  const cancel = useMutation({
    ...createMutation('transferCancel'),
    onSuccess: () => toast.done('Offer withdrawn.'),
    onSettled: awaitRefetch,
    onError: (error) => toast.error(error),
  });
  const expired = transfer.state === 'expired';
  return (
    <Notice tone="plain" title={expired ? 'Transfer offer expired' : 'Transfer offered'}>
      <Group justify="space-between">
        <span>
          {transfer.to} {expired ? 'did not answer by' : 'can accept until'}{' '}
          {formatTime(transfer.expiresAt, timeZone)}.
        </span>
        <Button
          variant="default"
          loading={cancel.isPending}
          onClick={() => cancel.mutate({ params: { projectId } })}
        >
          Withdraw offer
        </Button>
      </Group>
    </Notice>
  );
}

/** Shows the account's own share of another owner's project. */
function OwnShare({ share }: { readonly share: Share | undefined }) {
  const project = useProject();
  const navigate = useNavigate();
  const leave = useMutation({
    ...createMutation('shareLeave'),
    onSuccess: async () => {
      toast.done(`You left ${project.name}.`);
      await navigate({ to: PATHS.projects, search: {} });
      await awaitRefetch();
    },
    onError: (error) => toast.error(error),
  });
  if (!share) return null;
  const confirmLeave = () =>
    ask({
      title: `Leave ${project.name}?`,
      body: 'You lose access immediately. Only the owner can share the project with you again.',
      confirm: 'Leave project',
      danger: true,
      onConfirm: () => leave.mutate({ params: { projectId: project.id } }),
    });
  return (
    <Card title="Your share">
      <Facts
        items={[
          { label: 'Owner', value: project.owner ?? '' },
          { label: 'Permission', value: formatRightLabel(share) },
          {
            label: 'Expires',
            value: share.expiresAt === undefined ? 'Never' : formatTime(share.expiresAt, project.timeZone),
          },
        ]}
      />
      <Group gap={8} mt="md">
        <ExtensionButton share={share} />
        <Button variant="default" onClick={confirmLeave}>
          Leave project
        </Button>
      </Group>
    </Card>
  );
}

function createShareColumns(timeZone: string): readonly GridColumn<Share>[] {
  return [
    { id: 'account', header: 'Account', card: 'title', width: 240, value: (share) => share.account },
    { id: 'name', header: 'Name', width: 150, value: (share) => share.nickname },
    {
      id: 'permission',
      header: 'Permission',
      card: 'detail',
      width: 120,
      facet: true,
      value: formatRightLabel,
    },
    { id: 'state', header: 'State', card: 'state', width: 110, facet: true, value: formatStateLabel },
    {
      id: 'ends',
      header: 'Expires',
      card: 'detail',
      width: 170,
      value: (share) => share.expiresAt ?? '9999',
      text: (share) => (share.expiresAt === undefined ? 'Never' : formatTime(share.expiresAt, timeZone)),
    },
    {
      id: 'asked',
      header: 'Time requested',
      width: 150,
      facet: true,
      value: (share) => (share.extension ? 'Yes' : undefined),
    },
    createTimeColumn(timeZone, {
      id: 'shared',
      header: 'Shared',
      width: 170,
      at: (share) => share.createdAt,
    }),
  ];
}
