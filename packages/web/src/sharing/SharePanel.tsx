import type { Share } from '@northlight/contract';
import { Group, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../app/confirm-store.ts';
import { useProject } from '../app/current.tsx';
import { toast } from '../app/toast.ts';
import { mutation } from '../kit/api/index.ts';
import { GatedButton } from '../kit/controls/GatedButton.tsx';
import { formatTime } from '../kit/format/index.ts';
import { Section } from '../kit/page/index.ts';
import { Facts } from '../ui/Facts.tsx';
import { Notice } from '../ui/Notice.tsx';
import { RightField } from './RightField.tsx';
import { FIRST_VALIDITY, type ValidityValues, validityOf } from './validity.ts';
import { ValidityField } from './ValidityField.tsx';
import { rightWord, stateWord } from './words.ts';

const KEPT: ValidityValues = { choice: '', until: '' };

/** One share: what it allows until when, and, for the owner, other than that. */
export function SharePanel({ share, onClose }: { readonly share: Share; readonly onClose: () => void }) {
  const { timeZone } = useProject();
  return (
    <>
      <Section title="Share">
        <Facts
          items={[
            { label: 'Account', value: share.account },
            { label: 'Name', value: share.nickname },
            { label: 'Permission', value: rightWord(share) },
            { label: 'State', value: stateWord(share) },
            {
              label: 'Ends',
              value: share.expiresAt === undefined ? 'Never' : formatTime(share.expiresAt, timeZone),
            },
            { label: 'Shared', value: formatTime(share.createdAt, timeZone) },
          ]}
        />
        {share.extension && (
          <Notice tone="warning" title="Asks for more time">
            {share.extension.note || 'No reason was given.'} ({formatTime(share.extension.askedAt, timeZone)})
          </Notice>
        )}
      </Section>
      {/* A share that runs out while it is looked at begins anew: what is proposed depends on it. */}
      <Change key={share.state} share={share} onClose={onClose} />
    </>
  );
}

function Change({ share, onClose }: { readonly share: Share; readonly onClose: () => void }) {
  const { id: projectId } = useProject();
  const client = useQueryClient();
  const [right, setRight] = useState(share.right);
  const [validity, setValidity] = useState(share.state === 'expired' ? FIRST_VALIDITY : KEPT);
  const [past, setPast] = useState(false);
  const settled = {
    onSettled: () => client.invalidateQueries({ queryKey: ['sharingGet'] }),
    onError: (error: Error) => toast.error(error),
  };
  const change = useMutation({ ...mutation('shareChange'), ...settled });
  const remove = useMutation({ ...mutation('shareRemove'), ...settled });
  const params = { projectId, shareId: share.id };
  const kept = validity.choice === '';
  const changed = right !== share.right || !kept;
  const save = () => {
    const wanted = kept ? undefined : validityOf(validity, Date.now());
    if (!kept && !wanted) return setPast(true);
    setPast(false);
    change.mutate(
      { params, body: { right, ...(wanted && { validity: wanted }) } },
      {
        onSuccess: () => {
          setValidity(KEPT);
          toast.done(`The share of ${share.account} was changed.`);
        },
      },
    );
  };
  const end = () =>
    ask({
      title: `End the share of ${share.account}?`,
      body: 'The project closes for this account within seconds, also on pages that are open. What it queued is dropped.',
      confirm: 'End the share',
      danger: true,
      onConfirm: () => {
        remove.mutate({ params });
        onClose();
      },
    });
  return (
    <Section title="Change">
      <Stack gap="md">
        <RightField value={right} onChange={setRight} />
        <ValidityField
          value={validity}
          onChange={setValidity}
          placeholder="Keep the present end"
          error={past ? 'Choose a time in the future.' : undefined}
        />
        <Group gap={8}>
          <GatedButton
            can={share.can.change}
            disabled={share.can.change.allowed && !changed}
            loading={change.isPending}
            onClick={save}
          >
            Save
          </GatedButton>
          <GatedButton can={share.can.change} variant="default" onClick={end}>
            End the share
          </GatedButton>
        </Group>
      </Stack>
    </Section>
  );
}
