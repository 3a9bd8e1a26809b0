import { DEVICE_STATE_TABLE, type TransferReview } from '@northlight/contract';
import { Button, Group } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import IconTransfer from '@tabler/icons-react/dist/esm/icons/IconTransfer.mjs';
import { ButtonLink } from '../app/app-link.tsx';
import { PageLoading } from '../app/PageLoading.tsx';
import { awaitRefetch, createMutation, createQuery, toErrorSentence } from '../kit/api/index.ts';
import { formatCount, formatTime, formatPlural } from '../kit/format/index.ts';
import { Card, Page } from '../kit/page/index.ts';
import { useUrlState } from '../kit/url-state.ts';
import { PATHS } from '../paths.ts';
import { EmptyNote } from '../ui/EmptyNote.tsx';
import { Facts } from '../ui/Facts.tsx';
import { Notice } from '../ui/Notice.tsx';
import classes from './sharing.module.css';

const BROWSER_TIME_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone;
const formatState = (state: number): string =>
  DEVICE_STATE_TABLE.find(({ code }) => code === state)?.label ?? String(state);

/** Reviews an offered project before its recipient accepts or declines it. */
export function TransferPage() {
  const { search } = useUrlState();
  const transferId = search.open ?? '';
  const found = useQuery({
    ...createQuery('transferReview', { params: { transferId } }),
    enabled: transferId !== '',
  });
  if (transferId === '' || (found.error && !found.data))
    return (
      <Page title="Accept project transfer">
        <EmptyNote
          icon={<IconTransfer size={40} stroke={1.4} />}
          title={found.error ? toErrorSentence(found.error) : 'No transfer selected'}
          action={<ButtonLink to={PATHS.messages}>Open messages</ButtonLink>}
        >
          Offers are valid for 7 days and only for the account that they were made to. Your open offers are in
          your messages; otherwise ask the owner to offer the project again.
        </EmptyNote>
      </Page>
    );
  if (!found.data) return <PageLoading />;
  return <Review review={found.data} />;
}

function Review({ review }: { readonly review: TransferReview }) {
  return (
    <Page title={`Accept transfer of ${review.projectName}`}>
      <div className={`grid gap-16 ${classes['review']}`}>
        <Card title="Offer">
          <Facts
            items={[
              { label: 'From', value: review.from },
              { label: 'Valid until', value: formatTime(review.expiresAt, BROWSER_TIME_ZONE) },
              { label: 'Devices', value: formatCount(review.devices.length) },
              { label: 'Open alarms', value: formatCount(review.openAlarms.length) },
              { label: 'Pending changes', value: formatCount(review.pendingChanges.length) },
              { label: 'Running jobs', value: formatCount(review.runningJobs) },
              { label: 'Remaining shares', value: formatCount(review.shares) },
            ]}
          />
          <Notice tone="plain">
            {review.from} loses access when you accept. Shares with other accounts remain; you can end them
            afterwards.
          </Notice>
          <AcceptOrDecline review={review} />
        </Card>
        <Inventory review={review} />
        {review.openAlarms.length > 0 && (
          <Card title="Open alarms">
            <ul className={`entries scrolled ${classes['lines']}`}>
              {review.openAlarms.map(({ at, event }) => (
                <li key={`${at} ${event}`}>
                  <span>{event}</span>
                  <span className="mut">{formatTime(at, BROWSER_TIME_ZONE)}</span>
                </li>
              ))}
            </ul>
          </Card>
        )}
        {review.pendingChanges.length > 0 && (
          <Card title="Pending changes">
            <ul className={`entries scrolled ${classes['lines']}`}>
              {review.pendingChanges.map(({ device, status }) => (
                <li key={device}>
                  <span>{device}</span>
                  <span className="mut">{status}</span>
                </li>
              ))}
            </ul>
          </Card>
        )}
      </div>
    </Page>
  );
}

function Inventory({ review }: { readonly review: TransferReview }) {
  return (
    <Card title="Inventory" aside={formatPlural(review.devices.length, 'device')}>
      {review.devices.length === 0 ? (
        <p className="mut">The project has no devices.</p>
      ) : (
        <ul className={`entries scrolled ${classes['lines']}`}>
          {review.devices.map((device) => (
            <li key={device.sn}>
              <span>
                {device.name} <span className="mut">{device.model}</span>
              </span>
              <span className="mut">{formatState(device.state)}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function AcceptOrDecline({ review }: { readonly review: TransferReview }) {
  const navigate = useNavigate();
  const params = { transferId: review.id };
  const accept = useMutation({
    ...createMutation('transferAccept'),
    onSuccess: async ({ projectId }) => {
      await awaitRefetch();
      await navigate({ to: PATHS.devices, search: { project: projectId } });
    },
    // Shows the present state of the project, for another review.
    onError: awaitRefetch,
  });
  const decline = useMutation({
    ...createMutation('transferDecline'),
    onSuccess: async () => {
      await awaitRefetch();
      await navigate({ to: PATHS.overview, search: {} });
    },
  });
  const problem = accept.error ?? decline.error;
  return (
    <>
      {problem && <Notice tone="error">{toErrorSentence(problem)}</Notice>}
      <Group gap={8} mt="md">
        <Button
          loading={accept.isPending}
          onClick={() => accept.mutate({ params, body: { revision: review.revision } })}
        >
          Accept project
        </Button>
        <Button variant="default" loading={decline.isPending} onClick={() => decline.mutate({ params })}>
          Decline offer
        </Button>
      </Group>
    </>
  );
}
