import { type TemplatePreview } from '@northlight/contract';
import { Skeleton } from '@mantine/core';
import { Suspense } from 'react';
import { ChangeTable, ReviewBody, PathNotices } from '../../review/index.ts';
import { toErrorSentence } from '../../kit/api/index.ts';
import { formatPlural } from '../../kit/format/index.ts';
import { Notice } from '../../ui/Notice.tsx';
import { getPreviewStatus, formatPreviewLabel } from '../template-labels.ts';
import classes from './apply.module.css';
import { ItemChoices } from './ItemChoices.tsx';
import { StageInProject } from './StageInProject.tsx';

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
