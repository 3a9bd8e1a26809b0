import { ALLOWED, AUTHORITIES_MAX, type TrustedAuthority } from '@northlight/contract';
import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../../app/confirm-store.ts';
import { toast } from '../../app/toast.ts';
import { mutation, q } from '../../kit/api/index.ts';
import { GatedButton, off } from '../../kit/controls/GatedButton.tsx';
import { formatTime, plural } from '../../kit/format/index.ts';
import { Card } from '../../kit/page/index.ts';
import { AddAuthorityDialog } from './AddAuthorityDialog.tsx';
import classes from './settings.module.css';

const HERE = new Intl.DateTimeFormat().resolvedOptions().timeZone;
/** Of a fingerprint, to tell two authorities of one name apart. */
const FINGERPRINT_SHOWN = 16;

/** Authorities whose OpenWiFi devices wait for the account. */
export function TrustedAuthoritiesCard() {
  const client = useQueryClient();
  const [adding, setAdding] = useState(false);
  const authorities = useQuery(q('authorityList', {})).data?.items ?? [];
  const remove = useMutation({
    ...mutation('authorityRemove'),
    onSuccess: () => toast.done('The authority is not trusted any more.'),
    onSettled: () => client.invalidateQueries({ queryKey: ['authorityList'] }),
    onError: (error) => toast.error(error),
  });
  const end = ({ devices, id, name }: TrustedAuthority) =>
    ask({
      title: `Trust ${name} no more?`,
      body:
        devices > 0
          ? `${plural(devices, 'device')} in projects will go offline and cannot come back until you trust it again. Devices that wait under it are forgotten.`
          : 'Devices that wait under it are forgotten, and no further ones reach you.',
      confirm: 'Remove',
      danger: true,
      onConfirm: () => remove.mutate({ params: { authorityId: id } }),
    });
  const full = off(`You have ${AUTHORITIES_MAX}, which is the most.`);
  return (
    <Card
      title="Trusted authorities"
      aside={
        <GatedButton
          can={authorities.length >= AUTHORITIES_MAX ? full : ALLOWED}
          variant="default"
          onClick={() => setAdding(true)}
        >
          Add an authority
        </GatedButton>
      }
    >
      {authorities.length === 0 ? (
        <p className={classes['quiet']}>
          OpenWiFi access points and switches of other makers know no cloud code: they prove themselves with a
          certificate. Add the authority that signed theirs, and they wait among your devices to be verified.
        </p>
      ) : (
        <ul className={classes['lines']}>
          {authorities.map((authority) => (
            <li key={authority.id}>
              <span>
                <span className={classes['name']}>{authority.name}</span>
                <br />
                <span className={classes['aside']}>
                  {authority.devices === 0 ? 'no device' : plural(authority.devices, 'device')} · until{' '}
                  {formatTime(authority.notAfter, HERE)} · SHA-256{' '}
                  <span title={authority.fingerprint}>
                    {authority.fingerprint.slice(0, FINGERPRINT_SHOWN)}…
                  </span>
                </span>
              </span>
              <Button
                variant="default"
                aria-label={`Remove ${authority.name}`}
                onClick={() => end(authority)}
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
