import type { Share } from '@northlight/contract';
import { Group, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../app/confirm-store.ts';
import { useProject } from '../app/shell-context.tsx';
import { toast } from '../app/toast.ts';
import { awaitRefetch, createMutation } from '../kit/api/index.ts';
import { GatedButton } from '../kit/controls/GatedButton.tsx';
import { formatTime } from '../kit/format/index.ts';
import { Section } from '../kit/page/index.ts';
import { Facts } from '../ui/Facts.tsx';
import { Notice } from '../ui/Notice.tsx';
import { RightField } from './RightField.tsx';
import { DEFAULT_VALIDITY, type ValidityValues, parseValidity } from './validity.ts';
import { ValidityField } from './ValidityField.tsx';
import { formatRightLabel, formatStateLabel } from './share-labels.ts';

const UNCHANGED: ValidityValues = { choice: '', until: '' };

/** Panel of one share, with a form for the owner to change or end it. */
export function SharePanel({ share, onClose }: { readonly share: Share; readonly onClose: () => void }) {
  const { timeZone } = useProject();
  return (
    <>
      <Section title="Share">
        <Facts
          items={[
            { label: 'Account', value: share.account },
            { label: 'Name', value: share.nickname },
            { label: 'Permission', value: formatRightLabel(share) },
            { label: 'State', value: formatStateLabel(share) },
            {
              label: 'Expires',
              value: share.expiresAt === undefined ? 'Never' : formatTime(share.expiresAt, timeZone),
            },
            { label: 'Shared', value: formatTime(share.createdAt, timeZone) },
          ]}
        />
        {share.extension && (
          <Notice tone="warning" title="More time requested">
            {share.extension.note || 'No reason given.'} ({formatTime(share.extension.askedAt, timeZone)})
          </Notice>
        )}
      </Section>
      {/* Reset the form when the share expires, because its default validity depends on the state. */}
      <ChangeShare key={share.state} share={share} onClose={onClose} />
    </>
  );
}

function ChangeShare({ share, onClose }: { readonly share: Share; readonly onClose: () => void }) {
  const { id: projectId } = useProject();
  const [right, setRight] = useState(share.right);
  const [validity, setValidity] = useState(share.state === 'expired' ? DEFAULT_VALIDITY : UNCHANGED);
  const [isPast, setIsPast] = useState(false);
  const callbacks = {
    onSettled: awaitRefetch,
    onError: (error: Error) => toast.error(error),
  };
  const change = useMutation({ ...createMutation('shareChange'), ...callbacks });
  const remove = useMutation({ ...createMutation('shareRemove'), ...callbacks });
  const params = { projectId, shareId: share.id };
  const keepsExpiry = validity.choice === '';
  const changed = right !== share.right || !keepsExpiry;
  const save = () => {
    const nextValidity = keepsExpiry ? undefined : parseValidity(validity, Date.now());
    if (!keepsExpiry && !nextValidity) return setIsPast(true);
    setIsPast(false);
    change.mutate(
      { params, body: { right, ...(nextValidity && { validity: nextValidity }) } },
      {
        onSuccess: () => {
          setValidity(UNCHANGED);
          toast.done(`Share of ${share.account} saved.`);
        },
      },
    );
  };
  const confirmEnd = () =>
    ask({
      title: `End the share of ${share.account}?`,
      body: 'This account loses access within 5 s, also on open pages. Its queued work is cancelled.',
      confirm: 'End share',
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
          placeholder="Keep current expiry"
          error={isPast ? 'Choose a time in the future.' : undefined}
        />
        <Group gap={8}>
          <GatedButton
            can={share.can.change}
            disabled={share.can.change.allowed && !changed}
            loading={change.isPending}
            onClick={save}
          >
            Save share
          </GatedButton>
          <GatedButton can={share.can.change} variant="default" onClick={confirmEnd}>
            End share
          </GatedButton>
        </Group>
      </Stack>
    </Section>
  );
}
