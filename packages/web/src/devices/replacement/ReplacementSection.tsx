import type { Device } from '@northlight/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useProject } from '../../app/shell-context.tsx';
import { toast } from '../../app/toast.ts';
import { awaitRefetch, createMutation, createQuery } from '../../kit/api/index.ts';
import { GatedButton } from '../../kit/controls/GatedButton.tsx';
import { formatTime } from '../../kit/format/index.ts';
import { Section } from '../../kit/page/index.ts';
import { Notice } from '../../ui/Notice.tsx';

/** Replacement of a device that waits for the first contact of the new hardware; nothing without one. */
export function ReplacementSection({ device }: { readonly device: Device }) {
  const { id: projectId, timeZone } = useProject();
  const input = { params: { projectId, deviceId: device.id } };
  const { data } = useQuery(createQuery('deviceGet', input));
  const cancel = useMutation({
    ...createMutation('deviceReplacementCancel'),
    meta: { busy: 'saving' },
    onSuccess: () => awaitRefetch(),
    onError: (error) => toast.error(error),
  });
  if (!data?.replacement || data.replacement.replacedAt !== undefined) return null;
  const { modelName, orderedAt, orderedBy, problem, sn } = data.replacement;
  return (
    <Section
      title="Replacement"
      aside={
        <GatedButton
          can={device.can.replace}
          variant="default"
          size="compact-xs"
          loading={cancel.isPending}
          onClick={() => cancel.mutate(input)}
        >
          Cancel the replacement
        </GatedButton>
      }
    >
      <p>
        {modelName}, {sn}, takes over at its first contact. Connect it to power and to the internet.
      </p>
      <p className="mut">
        Ordered by {orderedBy}, {formatTime(orderedAt, timeZone)}
      </p>
      {problem !== undefined && (
        <Notice tone="warning" title="The new device could not take over">
          {problem}
        </Notice>
      )}
    </Section>
  );
}
