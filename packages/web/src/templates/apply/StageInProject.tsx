import type { TemplateTarget } from '@northlight/contract';
import { Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { ButtonLink } from '../../app/app-link.tsx';
import { createMutation, toErrorSentence } from '../../kit/api/index.ts';
import { GatedButton, deny } from '../../kit/controls/GatedButton.tsx';
import { formatPlural } from '../../kit/format/index.ts';
import { PATHS } from '../../paths.ts';
import { Notice } from '../../ui/Notice.tsx';

interface StageInProjectProps {
  readonly templateId: string;
  readonly target: TemplateTarget & { readonly baseVersion: number };
  readonly ownDraft: number;
  readonly why: string;
}

/** Adds changes that cannot be applied from here to the draft of the project. */
export function StageInProject({ ownDraft, target, templateId, why }: StageInProjectProps) {
  const stage = useMutation(createMutation('templateStage'));
  return (
    <Notice tone="plain">
      {stage.data ? `${formatPlural(stage.data.changes, 'change')} added to the project’s draft.` : why}
      {stage.error && <strong>{toErrorSentence(stage.error)}</strong>}
      <Group gap={8} mt={4}>
        {stage.data ? (
          <ButtonLink to={PATHS.vlan} search={{ project: target.projectId }} variant="default">
            Review in project
          </ButtonLink>
        ) : (
          <GatedButton
            can={
              ownDraft > 0
                ? deny('Apply or discard your staged changes in that project first.')
                : { allowed: true }
            }
            variant="default"
            loading={stage.isPending}
            onClick={() => stage.mutate({ params: { templateId }, body: target })}
          >
            Add to the project’s draft
          </GatedButton>
        )}
      </Group>
    </Notice>
  );
}
