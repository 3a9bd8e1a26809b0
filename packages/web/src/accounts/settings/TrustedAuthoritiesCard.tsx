import { ALLOWED, AUTHORITIES_MAX, type TrustedAuthority } from '@northlight/contract';
import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../../app/confirm-store.ts';
import { toast } from '../../app/toast.ts';
import { awaitRefetch, createMutation, createQuery } from '../../kit/api/index.ts';
import { GatedButton, deny } from '../../kit/controls/GatedButton.tsx';
import { formatTime, formatPlural } from '../../kit/format/index.ts';
import { Card } from '../../kit/page/index.ts';
import { AddAuthorityDialog } from './AddAuthorityDialog.tsx';

const BROWSER_TIME_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone;
/** Number of fingerprint characters to show, which distinguish authorities with the same name. */
const FINGERPRINT_LENGTH = 16;

/** Lists authorities whose OpenWiFi devices become pending devices of the account. */
export function TrustedAuthoritiesCard() {
  const [adding, setAdding] = useState(false);
  const authorities = useQuery(createQuery('authorityList', {})).data?.items ?? [];
  const remove = useMutation({
    ...createMutation('authorityRemove'),
    onSuccess: () => toast.done('The authority was removed.'),
    onSettled: awaitRefetch,
    onError: (error) => toast.error(error),
  });
  const confirmRemove = ({ devices, id, name }: TrustedAuthority) =>
    ask({
      title: `Stop trusting ${name}?`,
      body:
        devices > 0
          ? `${formatPlural(devices, 'device')} in projects will go offline until you trust it again. Its pending devices are removed.`
          : 'Its pending devices are removed, and no new ones are listed for you.',
      confirm: 'Remove',
      danger: true,
      onConfirm: () => remove.mutate({ params: { authorityId: id } }),
    });
  const full = deny(`Limit of ${AUTHORITIES_MAX} authorities reached. Remove one first.`);
  return (
    <Card
      title="Trusted authorities"
      aside={
        <GatedButton
          can={authorities.length >= AUTHORITIES_MAX ? full : ALLOWED}
          variant="default"
          onClick={() => setAdding(true)}
        >
          Add authority
        </GatedButton>
      }
    >
      {authorities.length === 0 ? (
        <p className="mut">
          OpenWiFi devices identify themselves with a certificate instead of a cloud code. Add the authority
          that signed their certificates. The Pending devices page then lists them.
        </p>
      ) : (
        <ul className="entries">
          {authorities.map((authority) => (
            <li key={authority.id}>
              <span>
                <span className="strong">{authority.name}</span>
                <br />
                <span className="mut small">
                  {authority.devices === 0 ? 'no devices' : formatPlural(authority.devices, 'device')} · until{' '}
                  {formatTime(authority.notAfter, BROWSER_TIME_ZONE)} · SHA-256{' '}
                  <span title={authority.fingerprint}>
                    {authority.fingerprint.slice(0, FINGERPRINT_LENGTH)}…
                  </span>
                </span>
                {authority.lastRefusal && (
                  <>
                    <br />
                    <span className="mut small">
                      Device {authority.lastRefusal.device} was refused at{' '}
                      {formatTime(authority.lastRefusal.at, BROWSER_TIME_ZONE)}:{' '}
                      {authority.lastRefusal.reason}.
                    </span>
                  </>
                )}
              </span>
              <Button
                variant="default"
                aria-label={`Remove ${authority.name}`}
                onClick={() => confirmRemove(authority)}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      {adding && <AddAuthorityDialog onClose={() => setAdding(false)} />}
    </Card>
  );
}
