import {
  type Device,
  isOpenWifi,
  type NewHardware,
  type ReplacementOrder,
  type ReplacementReview,
} from '@northlight/contract';
import { Button, Group, Modal, Radio, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useProject } from '../../app/shell-context.tsx';
import { toast } from '../../app/toast.ts';
import { awaitRefetch, createMutation, toErrorSentence } from '../../kit/api/index.ts';
import { formatPlural } from '../../kit/format/index.ts';
import { POPUP_WIDTHS } from '../../ui/constants.ts';
import { Facts } from '../../ui/Facts.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { AdaptionList } from '../../review/index.ts';

interface ReviewReplacementProps {
  readonly device: Device;
  readonly hardware: NewHardware;
  readonly review: ReplacementReview;
  readonly onClose: () => void;
}

type When = ReplacementOrder['when'];

/** Shows what new hardware takes over and what it gets in another form, and lets the user choose the time. */
export function ReviewReplacement({ device, hardware, onClose, review }: ReviewReplacementProps) {
  const { id: projectId } = useProject();
  // OpenWiFi hardware has made its first contact already: by it, it waits in the account.
  const isOnlyNow = isOpenWifi(hardware.sn);
  const [when, setWhen] = useState<When>(isOnlyNow || !review.isPresentOnline ? 'now' : 'first-contact');
  const replace = useMutation({
    ...createMutation('deviceReplace'),
    meta: { busy: 'saving' },
    onSuccess: async ({ replacement }) => {
      await awaitRefetch();
      toast.done(
        replacement.replacedAt === undefined
          ? `${replacement.sn} takes over at its first contact.`
          : `${device.name} was replaced by ${replacement.sn}.`,
      );
      onClose();
    },
  });
  return (
    <Modal opened onClose={onClose} title={`Replace ${device.name}`} size={POPUP_WIDTHS.medium}>
      {replace.error && <Notice tone="error">{toErrorSentence(replace.error)}</Notice>}
      <Stack gap="md">
        <Facts
          items={[
            { label: 'Now', value: `${device.modelName}, ${device.sn}` },
            { label: 'New', value: `${review.modelName}, ${hardware.sn}` },
            {
              label: 'Moves over',
              value: `Name, place, settings, history, alarms${review.openTasks > 0 ? `, ${formatPlural(review.openTasks, 'open task')}` : ''}`,
            },
            { label: 'Stays behind', value: 'MAC address, keys, certificates, credential' },
          ]}
        />
        <AdaptionList adaptions={review.adaptions} />
        {!isOnlyNow && <ChooseTime device={device} review={review} when={when} onChoose={setWhen} />}
      </Stack>
      <Group justify="flex-end" mt="lg" gap={8}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          color={when === 'now' ? 'red' : undefined}
          loading={replace.isPending}
          onClick={() =>
            replace.mutate({ params: { projectId, deviceId: device.id }, body: { ...hardware, when } })
          }
        >
          {formatButton(when, review)}
        </Button>
      </Group>
    </Modal>
  );
}

const formatButton = (when: When, { isConnected }: ReplacementReview): string =>
  when === 'now' ? 'Replace now' : isConnected ? 'Replace' : 'Replace at first contact';

interface ChooseTimeProps {
  readonly device: Device;
  readonly review: ReplacementReview;
  readonly when: When;
  readonly onChoose: (when: When) => void;
}

function ChooseTime({ device, onChoose, review, when }: ChooseTimeProps) {
  return (
    <Radio.Group
      label="Time"
      value={when}
      onChange={(value) => onChoose(value === 'now' ? 'now' : 'first-contact')}
    >
      <Stack gap={8} mt={8}>
        <Radio
          value="first-contact"
          label="At the first contact of the new device"
          description={
            review.isConnected
              ? 'The new device is connected and takes over at once.'
              : `${device.name} stays as it is until the new device is connected to power and to the internet.`
          }
        />
        <Radio
          value="now"
          label="Now"
          description={`The credential of the present device ends at once. ${
            review.isPresentOnline
              ? `${device.name} is online and loses the cloud.`
              : `${device.name} is offline.`
          }`}
        />
      </Stack>
    </Radio.Group>
  );
}
