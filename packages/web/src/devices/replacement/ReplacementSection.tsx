import type { Device, DeviceReplacement } from '@northlight/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useProject } from '../../app/shell-context.tsx';
import { toast } from '../../app/toast.ts';
import { awaitRefetch, createMutation, createQuery } from '../../kit/api/index.ts';
import { GatedButton } from '../../kit/controls/GatedButton.tsx';
import { formatTime } from '../../kit/format/index.ts';
import { Section } from '../../kit/page/index.ts';
import { Notice } from '../../ui/Notice.tsx';

/** Replacement of a device that waits for the new hardware, or the last one that was made; nothing without one. */
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
  if (!data?.replacement) return null;
  const { orderedAt, orderedBy, problem, replacedAt } = data.replacement;
  const isOpen = replacedAt === undefined;
  return (
    <Section
      title="Replacement"
      aside={
        isOpen && (
          <GatedButton
            can={device.can.replace}
            variant="default"
            size="compact-xs"
            loading={cancel.isPending}
            onClick={() => cancel.mutate(input)}
          >
            Cancel the replacement
          </GatedButton>
        )
      }
    >
      <p>{isOpen ? describeOpen(data.replacement) : describePast(data.replacement, timeZone)}</p>
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

const describeOpen = ({ modelName, sn }: DeviceReplacement): string =>
  `${modelName}, ${sn}, takes over at its first contact. Connect it to power and to the internet.`;

const describePast = (
  { replacedAt = '', replacedSn = '', sn }: DeviceReplacement,
  timeZone: string,
): string => `${sn} has replaced ${replacedSn}, ${formatTime(replacedAt, timeZone)}.`;
