import { type Share, SHARE_LIMITS, type Sharing } from '@northlight/contract';
import { Button } from '@mantine/core';
import IconUsersPlus from '@tabler/icons-react/dist/esm/icons/IconUsersPlus.mjs';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useMemo } from 'react';
import { useShellContext, useProject } from '../app/shell-context.tsx';
import { PageLoading } from '../app/PageLoading.tsx';
import { createQuery } from '../kit/api/index.ts';
import { GatedButton } from '../kit/controls/GatedButton.tsx';
import { PanelGrid } from '../kit/grid/index.ts';
import { LoadFailed, Page, PageAction } from '../kit/page/index.ts';
import { useUrlState } from '../kit/url-state.ts';
import { EmptyNote } from '../ui/EmptyNote.tsx';
import { createShareColumns } from './columns.tsx';
import { OpenTransfer } from './OpenTransfer.tsx';
import { OwnShare } from './OwnShare.tsx';
import { SharePanel } from './SharePanel.tsx';

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
  const { session } = useShellContext();
  const { timeZone } = useProject();
  const columns = useMemo(() => createShareColumns(timeZone), [timeZone]);
  return (
    <PanelGrid
      panelLabel="Share"
      renderTitle={getRowName}
      renderPanel={(share, close) => <SharePanel key={share.id} share={share} onClose={close} />}
      id="shares"
      account={session.account.id}
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
