import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ButtonLink } from '../app/app-link.tsx';
import { useShellContext } from '../app/shell-context.tsx';
import { createQuery } from '../kit/api/index.ts';
import { formatTime } from '../kit/format/index.ts';
import { PATHS } from '../paths.ts';
import { Notice } from '../ui/Notice.tsx';
import { ExtensionButton } from './ExtensionButton.tsx';

const BROWSER_TIME_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Notices about transfers offered to the account and about its expired shares. */
export function ReceivedNotices() {
  const { session } = useShellContext();
  const enabled = !session.visitor && session.accessType === 'web';
  const offers = useQuery({ ...createQuery('transferReceivedList', {}), enabled }).data?.items ?? [];
  const shares = useQuery({ ...createQuery('shareReceivedList', {}), enabled }).data?.items ?? [];
  return (
    <>
      {offers
        .filter(({ state }) => state === 'open')
        .map((offer) => (
          <Notice key={offer.id} tone="plain" title={`${offer.projectName} is offered to you`}>
            <Group justify="space-between">
              <span>
                {offer.from} wants to transfer the project to you. You can accept until{' '}
                {formatTime(offer.expiresAt, BROWSER_TIME_ZONE)}.
              </span>
              <ButtonLink to={PATHS.transfer} search={{ open: offer.id }} size="xs">
                Review transfer
              </ButtonLink>
            </Group>
          </Notice>
        ))}
      {shares
        .filter(({ state }) => state === 'expired')
        .map((share) => (
          <Notice key={share.id} tone="plain" title={`Your share of ${share.projectName} has expired`}>
            <Group justify="space-between">
              <span>
                It expired on {formatTime(share.expiresAt ?? '', BROWSER_TIME_ZONE)}.
                {share.extension && ' You requested more time.'}
              </span>
              <ExtensionButton share={share} />
            </Group>
          </Notice>
        ))}
    </>
  );
}
