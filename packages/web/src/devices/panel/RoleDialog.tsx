import { type Device, type DeviceRole, type Job, listPossibleRoles, ROLE_LABELS } from '@northlight/contract';
import { Radio, Skeleton, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useProject } from '../../app/shell-context.tsx';
import { awaitRefetch, call, createMutation, toErrorSentence } from '../../kit/api/index.ts';
import { Notice } from '../../ui/Notice.tsx';
import { ReviewBody, ReviewFoot, ReviewModal, useBrokenPaths } from '../../review/index.ts';

interface RoleDialogProps {
  readonly device: Device;
  readonly onClose: () => void;
}

/** Changes the role of a device after a review, and then shows the answers of the affected devices. */
export function RoleDialog(props: RoleDialogProps) {
  return (
    <ReviewModal title={`Role of ${props.device.name}`} onClose={props.onClose}>
      {(onApplied) => <ChooseRole {...props} onApplied={onApplied} />}
    </ReviewModal>
  );
}

function ChooseRole({
  device,
  onApplied,
  onClose,
}: RoleDialogProps & { readonly onApplied: (job: Job) => void }) {
  const project = useProject();
  const possible = listPossibleRoles(device, project.netMode);
  const [role, setRole] = useState<DeviceRole>(device.role);
  const isChanged = role !== device.role;
  const input = { params: { projectId: project.id, deviceId: device.id }, body: { role } };
  const review = useQuery({
    queryKey: ['deviceRoleReview', input],
    queryFn: ({ signal }) => call('deviceRoleReview', input, { signal }),
    enabled: isChanged,
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  });
  const change = useMutation({
    ...createMutation('deviceRoleChange'),
    meta: { busy: 'saving' },
    onSuccess: async (answer) => {
      onApplied(answer);
      await awaitRefetch();
    },
  });
  const { blocked, confirmName, isDangerous, notices } = useBrokenPaths(review.data?.broken ?? []);
  const refusal = (isChanged && review.error) || change.error;
  return (
    <>
      <Radio.Group
        label="Role in this project"
        description="The role determines which part of the project’s configuration the device gets."
        value={role}
        onChange={(value) => {
          change.reset();
          setRole(possible.find((each) => each === value) ?? device.role);
        }}
      >
        <Stack gap={8} mt={8} mb="md">
          {possible.map((each) => (
            <Radio
              key={each}
              value={each}
              label={each === device.role ? `${ROLE_LABELS[each]} (now)` : ROLE_LABELS[each]}
            />
          ))}
        </Stack>
      </Radio.Group>
      {refusal && <Notice tone="error">{toErrorSentence(refusal)}</Notice>}
      {isChanged && !review.data && !review.error && <Skeleton height={120} />}
      {isChanged && review.data && <ReviewBody review={review.data}>{notices}</ReviewBody>}
      <ReviewFoot
        changes={isChanged ? review.data?.changes.length : undefined}
        blocked={blocked}
        isDangerous={isDangerous}
        busy={change.isPending}
        onApply={() => change.mutate({ ...input, body: { ...input.body, confirmName } })}
        onBack={onClose}
      />
    </>
  );
}
