import type { TemplateOutcome } from '@northlight/contract';
import { Button, Group } from '@mantine/core';
import { keepPreviousData, useMutation, useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { useCurrent } from '../../app/current.tsx';
import { call, mutation, sentenceOf } from '../../kit/api/index.ts';
import { GatedButton, off } from '../../kit/controls/GatedButton.tsx';
import { plural } from '../../kit/format/index.ts';
import { Notice } from '../../ui/Notice.tsx';
import { standingOf } from '../words.ts';
import { ProjectReview } from './ProjectReview.tsx';

interface ReviewProjectsProps {
  readonly templateId: string;
  readonly chosen: readonly number[];
  readonly onBack: () => void;
  readonly onApplied: (outcomes: readonly TemplateOutcome[]) => void;
}

/** What would change in each project; what is left out of one stays left out of that one alone. */
export function ReviewProjects({ chosen, onApplied, onBack, templateId }: ReviewProjectsProps) {
  const { projects } = useCurrent();
  const [except, setExcept] = useState<Readonly<Record<number, readonly string[]>>>({});
  const params = { templateId };
  const targets = chosen.map((projectId) => ({ projectId, except: [...(except[projectId] ?? [])] }));
  const previews = useQueries({
    queries: targets.map((body) => ({
      queryKey: ['templatePreview', { params, body }] as const,
      queryFn: ({ signal }: { signal: AbortSignal }) => call('templatePreview', { params, body }, { signal }),
      placeholderData: keepPreviousData,
      gcTime: 0,
      staleTime: Infinity,
      retry: false,
    })),
  });
  const apply = useMutation({
    ...mutation('templateApply'),
    meta: { busy: 'saving' },
    onSuccess: ({ items }) => onApplied(items),
  });
  const waiting = previews.some(({ isFetching }) => isFetching);
  const ready = targets.flatMap((target, index) => {
    const preview = previews[index]?.data;
    return preview && standingOf(preview) === 'applies'
      ? [{ ...target, baseVersion: preview.baseVersion }]
      : [];
  });
  const can = waiting
    ? off('The changes are still being looked at.')
    : ready.length === 0
      ? off('There is nothing to apply: no project is changed, or all would refuse it.')
      : ({ allowed: true } as const);
  const toggle = (projectId: number) => (key: string) => {
    const now = except[projectId] ?? [];
    const next = now.includes(key) ? now.filter((each) => each !== key) : [...now, key];
    setExcept({ ...except, [projectId]: next });
  };
  return (
    <>
      {apply.error && <Notice tone="error">{sentenceOf(apply.error)}</Notice>}
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
      <Group justify="flex-end" mt="lg" gap={8}>
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
            ? `Apply to ${plural(chosen.length, 'project')}`
            : `Apply to ${ready.length} of ${plural(chosen.length, 'project')}`}
        </GatedButton>
      </Group>
    </>
  );
}
