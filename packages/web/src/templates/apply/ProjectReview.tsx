import type { TemplatePreview, TemplateTarget } from '@northlight/contract';
import { Skeleton, Checkbox, Group } from '@mantine/core';
import { Suspense } from 'react';
import { ChangeTable, ReviewBody, PathNotices } from '../../review/index.ts';
import { toErrorSentence, createMutation } from '../../kit/api/index.ts';
import { formatPlural } from '../../kit/format/index.ts';
import { Notice } from '../../ui/Notice.tsx';
import { getPreviewStatus, formatPreviewLabel, STATE_LABELS } from '../template-labels.ts';
import classes from './apply.module.css';
import { useMutation } from '@tanstack/react-query';
import { ButtonLink } from '../../app/app-link.tsx';
import { GatedButton, deny } from '../../kit/controls/GatedButton.tsx';
import { PATHS } from '../../paths.ts';

const STATUS_CLASSES = {
  applies: 'accent',
  nothing: 'mut',
  refused: 'err',
  'reviewed-there': 'warn',
} as const;

interface ProjectReviewProps {
  readonly templateId: string;
  readonly projectId: number;
  readonly name: string;
  readonly except: readonly string[];
  readonly preview: TemplatePreview | undefined;
  readonly error: unknown;
  readonly opened: boolean;
  readonly onToggle: (key: string) => void;
}

/** Review of one project: items to apply, the resulting changes, and conflicts. */
export function ProjectReview({ error, name, opened, preview, ...rest }: ProjectReviewProps) {
  const status = preview && getPreviewStatus(preview);
  return (
    <details className={`panel below ${classes['review']}`} open={opened}>
      <summary>
        <strong className="grow shrink-x strong ellipsis">{name}</strong>
        <span className={STATUS_CLASSES[error ? 'refused' : (status ?? 'nothing')]}>
          {error ? 'review failed' : preview ? formatPreviewLabel(preview) : 'loading'}
        </span>
      </summary>
      <div className={classes['reviewBody']}>
        {error ? <Notice tone="error">{toErrorSentence(error)}</Notice> : null}
        {!preview && !error && <Skeleton height={140} />}
        {preview && !error && <Body preview={preview} {...rest} />}
      </div>
    </details>
  );
}

type BodyProps = Omit<ProjectReviewProps, 'error' | 'name' | 'opened' | 'preview'> & {
  readonly preview: TemplatePreview;
};

function Body({ except, onToggle, preview, projectId, templateId }: BodyProps) {
  const { cutsOff, items, ownDraft, review, violations } = preview;
  const blocked = violations.length > 0 || cutsOff;
  const wanted = items.filter(({ excepted }) => !excepted).flatMap(({ changes }) => changes);
  return (
    <>
      <ItemChoices items={items} except={except} violations={violations} onToggle={onToggle} />
      {ownDraft > 0 && (
        <Notice tone="plain">
          You have {formatPlural(ownDraft, 'staged change')} in this project. They are kept, and you can
          reapply them there.
        </Notice>
      )}
      {violations.length > 0 && (
        <Notice tone="error" title="These changes break a rule of the project">
          <ul>
            {violations.map(({ code, message, path }) => (
              <li key={`${path} ${code}`}>
                {message} <span className="mut">(code {code})</span>
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {blocked && (
        <StageInProject
          target={{ projectId, except: [...except], baseVersion: preview.baseVersion }}
          templateId={templateId}
          ownDraft={ownDraft}
          why={
            cutsOff
              ? 'A device could lose its connection to the cloud. Review and confirm this in the project.'
              : 'Leave out the items with conflicts, or add them to the project’s draft and correct them there.'
          }
        />
      )}
      <Suspense fallback={<Skeleton height={120} />}>
        {review && review.changes.length > 0 && (
          <ReviewBody review={review}>
            <PathNotices paths={review.broken ?? []} />
          </ReviewBody>
        )}
        {!review && wanted.length > 0 && <ChangeTable changes={wanted} />}
      </Suspense>
    </>
  );
}

interface ItemChoicesProps {
  readonly items: TemplatePreview['items'];
  readonly except: readonly string[];
  readonly violations: TemplatePreview['violations'];
  readonly onToggle: (key: string) => void;
}

/**
 * Lists the items of the template with their state in the project. Unchecked items are not applied to this
 * project.
 */
function ItemChoices({ except, items, onToggle, violations }: ItemChoicesProps) {
  return (
    <ul className="entries below" aria-label="Items to apply to this project">
      {items.map(({ key, notes, path, state, title }) => {
        const left = except.includes(key);
        const refused = path !== undefined && violations.some((each) => each.path.startsWith(`${path}.`));
        return (
          <li key={key}>
            <Checkbox
              size="xs"
              label={title}
              description={notes.join(' ') || undefined}
              checked={!left}
              onChange={() => onToggle(key)}
            />
            <span className={`fixed ${left ? 'mut' : refused ? 'err' : state === 'same' ? 'mut' : 'accent'}`}>
              {left ? 'Not included' : refused ? 'Rejected' : STATE_LABELS[state]}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

interface StageInProjectProps {
  readonly templateId: string;
  readonly target: TemplateTarget & { readonly baseVersion: number };
  readonly ownDraft: number;
  readonly why: string;
}

/** Adds changes that cannot be applied from here to the draft of the project. */
function StageInProject({ ownDraft, target, templateId, why }: StageInProjectProps) {
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
