import type { TemplateOutcome, TemplatePreview, TemplateTarget } from '@northlight/contract';
import { Button, Group } from '@mantine/core';
import { useMutation, useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { useShellContext } from '../../app/shell-context.tsx';
import { createMutation, toErrorSentence, call } from '../../kit/api/index.ts';
import { GatedButton, deny } from '../../kit/controls/GatedButton.tsx';
import { formatPlural } from '../../kit/format/index.ts';
import { Notice } from '../../ui/Notice.tsx';
import { type SkippedProject, getPreviewStatus } from '../template-labels.ts';
import classes from './apply.module.css';
import { ProjectReview } from './ProjectReview.tsx';

interface ReviewProjectsProps {
  readonly templateId: string;
  readonly chosen: readonly number[];
  readonly onBack: () => void;
  /** Called after the apply; `leftOut` contains the projects that were not changed, with the reason. */
  readonly onApplied: (outcomes: readonly TemplateOutcome[], leftOut: readonly SkippedProject[]) => void;
}

/** Shows the changes in each project; items can be left out per project. */
export function ReviewProjects({ chosen, onApplied, onBack, templateId }: ReviewProjectsProps) {
  const { projects } = useShellContext();
  const [except, setExcept] = useState<Readonly<Record<number, readonly string[]>>>({});
  const params = { templateId };
  const targets = chosen.map((projectId) => ({ projectId, except: [...(except[projectId] ?? [])] }));
  const previews = useProjectPreviews(templateId, targets);
  const waiting = previews.some(({ isFetching }) => isFetching);
  const ready = targets.flatMap((target, index) => {
    const preview = previews[index]?.data;
    return preview && getPreviewStatus(preview) === 'applies'
      ? [{ ...target, baseVersion: preview.baseVersion }]
      : [];
  });
  const leftOut = chosen.flatMap((projectId, index): SkippedProject[] => {
    const preview = previews[index]?.data;
    const status = preview ? getPreviewStatus(preview) : 'refused';
    return status === 'applies' ? [] : [{ projectId, status }];
  });
  const apply = useMutation({
    ...createMutation('templateApply'),
    meta: { busy: 'saving' },
    onSuccess: ({ items }) => onApplied(items, leftOut),
  });
  const can = waiting
    ? deny('The review is still loading.')
    : ready.length === 0
      ? deny('There are no changes to apply. Each selected project is unchanged or rejects the template.')
      : ({ allowed: true } as const);
  const toggle = (projectId: number) => (key: string) => {
    const now = except[projectId] ?? [];
    const next = now.includes(key) ? now.filter((each) => each !== key) : [...now, key];
    setExcept({ ...except, [projectId]: next });
  };
  return (
    <>
      {apply.error && <Notice tone="error">{toErrorSentence(apply.error)}</Notice>}
      {chosen.map((projectId, index) => (
        <ProjectReview
          key={projectId}
          templateId={templateId}
          projectId={projectId}
          name={projects.find(({ id }) => id === projectId)?.name ?? String(projectId)}
          except={except[projectId] ?? []}
          preview={previews[index]?.data}
          error={previews[index]?.error}
          opened={index === 0}
          onToggle={toggle(projectId)}
        />
      ))}
      <Group justify="flex-end" gap={8} className={`ruled ${classes['foot']}`}>
        <Button variant="default" onClick={onBack}>
          Back
        </Button>
        <GatedButton
          key="apply"
          can={can}
          loading={apply.isPending}
          onClick={() => apply.mutate({ params, body: { targets: ready } })}
        >
          {ready.length === chosen.length
            ? `Apply to ${formatPlural(chosen.length, 'project')}`
            : `Apply to ${ready.length} of ${formatPlural(chosen.length, 'project')}`}
        </GatedButton>
      </Group>
    </>
  );
}

/**
 * Returns the previews of a template for each project. The previous preview stays while a new one loads, so
 * that keyboard users keep the focus on the checkbox that they changed.
 */
function useProjectPreviews(templateId: string, targets: readonly TemplateTarget[]) {
  const [last] = useState(() => new Map<number, TemplatePreview>());
  const params = { templateId };
  return useQueries({
    queries: targets.map((body) => ({
      queryKey: ['templatePreview', { params, body }] as const,
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const preview = await call('templatePreview', { params, body }, { signal });
        last.set(body.projectId, preview);
        return preview;
      },
      placeholderData: () => last.get(body.projectId),
      gcTime: 0,
      staleTime: Infinity,
      retry: false,
    })),
  });
}
