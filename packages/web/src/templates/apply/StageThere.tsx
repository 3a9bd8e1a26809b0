import type { TemplateTarget } from '@northlight/contract';
import { Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { ButtonLink } from '../../app/app-link.tsx';
import { mutation, sentenceOf } from '../../kit/api/index.ts';
import { GatedButton, off } from '../../kit/controls/GatedButton.tsx';
import { plural } from '../../kit/format/index.ts';
import { PATHS } from '../../paths.ts';
import { Notice } from '../../ui/Notice.tsx';

interface StageThereProps {
  readonly templateId: string;
  readonly target: TemplateTarget & { readonly baseVersion: number };
  readonly ownDraft: number;
  readonly why: string;
}

/** What cannot be applied from here is put into the project as a draft, and goes on there. */
export function StageThere({ ownDraft, target, templateId, why }: StageThereProps) {
  const stage = useMutation(mutation('templateStage'));
  return (
    <Notice tone="plain">
      {stage.data ? `${plural(stage.data.changes, 'change')} staged in the project.` : why}
      {stage.error && <strong>{sentenceOf(stage.error)}</strong>}
      <Group gap={8} mt={4}>
        {stage.data ? (
          <ButtonLink to={PATHS.vlan} search={{ project: target.projectId }} variant="default">
            Review it in the project
          </ButtonLink>
        ) : (
          <GatedButton
            can={ownDraft > 0 ? off('Apply or discard first what you have staged there.') : { allowed: true }}
            variant="default"
            loading={stage.isPending}
            onClick={() => stage.mutate({ params: { templateId }, body: target })}
          >
            Stage it in the project
          </GatedButton>
        )}
      </Group>
    </Notice>
  );
}
