import { ERRORS, type TemplateSummary } from '@northlight/contract';
import { Group, Skeleton } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { ask } from '../app/confirm-store.ts';
import { useShellContext } from '../app/shell-context.tsx';
import { toast } from '../app/toast.ts';
import {
  awaitRefetch,
  ApiError,
  call,
  createMutation,
  createQuery,
  toErrorSentence,
} from '../kit/api/index.ts';
import { GatedButton, deny } from '../kit/controls/GatedButton.tsx';
import { InlineEdit } from '../kit/controls/InlineEdit.tsx';
import { formatTime } from '../kit/format/index.ts';
import { Section } from '../kit/page/index.ts';
import { useUrlState } from '../kit/url-state.ts';
import { Facts } from '../ui/Facts.tsx';
import { Notice } from '../ui/Notice.tsx';
import { TemplateContents } from './TemplateContents.tsx';
import { LOCAL_TIME_ZONE } from './template-labels.ts';

const ALLOWED = { allowed: true } as const;
const NAME_MAX = 30;
const REMARK_MAX = 32;

interface TemplatePanelProps {
  readonly summary: TemplateSummary;
  readonly onClose: () => void;
}

/** Panel of one template, with details, contents, passwords, and buttons to apply or delete it. */
export function TemplatePanel({ onClose, summary }: TemplatePanelProps) {
  const { projects } = useShellContext();
  const { set } = useUrlState();
  const params = { templateId: summary.id };
  const found = useQuery(createQuery('templateGet', { params }));
  const remove = useMutation({ ...createMutation('templateDelete'), onError: (error) => toast.error(error) });
  const save = (field: 'name' | 'remark') => async (next: string) => {
    try {
      await call('templateChange', { params, body: { [field]: next } });
      await awaitRefetch();
      return undefined;
    } catch (error) {
      return (error instanceof ApiError && error.fields?.[field]) || toErrorSentence(error);
    }
  };
  const confirmRemoval = () =>
    ask({
      title: `Delete ${summary.name}?`,
      body: 'Its passwords are deleted too. Projects to which it was applied do not change.',
      confirm: 'Delete template',
      danger: true,
      onConfirm: () =>
        remove.mutate(
          { params },
          {
            onSuccess: () => {
              onClose();
              toast.done(`${summary.name} was deleted.`);
            },
          },
        ),
    });
  const writable = projects.some(({ can }) => can.write.allowed);
  return (
    <>
      <Section title="Template">
        <Facts
          items={[
            {
              label: 'Name',
              value: (
                <InlineEdit
                  label="Name"
                  value={summary.name}
                  can={ALLOWED}
                  maxLength={NAME_MAX}
                  onSave={save('name')}
                />
              ),
            },
            {
              label: 'Remark',
              value: (
                <InlineEdit
                  label="Remark"
                  value={summary.remark ?? ''}
                  can={ALLOWED}
                  maxLength={REMARK_MAX}
                  onSave={save('remark')}
                />
              ),
            },
            { label: 'Saved from', value: summary.source },
            { label: 'Saved', value: formatTime(summary.createdAt, LOCAL_TIME_ZONE) },
            { label: 'Changed', value: formatTime(summary.changedAt, LOCAL_TIME_ZONE) },
          ]}
        />
        <Group gap={8} mt="md">
          <GatedButton
            can={
              writable
                ? ALLOWED
                : deny(`You cannot configure any of your projects: ${ERRORS.readOnly.message}.`)
            }
            onClick={() => set({ dialog: 'apply' })}
          >
            Apply to projects
          </GatedButton>
          <GatedButton can={ALLOWED} variant="default" loading={remove.isPending} onClick={confirmRemoval}>
            Delete
          </GatedButton>
        </Group>
      </Section>
      {found.error && <Notice tone="error">{toErrorSentence(found.error)}</Notice>}
      {!found.data && !found.error && <Skeleton height={160} />}
      {found.data && <TemplateContents template={found.data} onChanged={awaitRefetch} />}
    </>
  );
}
