import { type TemplatePreview } from '@northlight/contract';
import { Skeleton } from '@mantine/core';
import { Suspense } from 'react';
import { ChangeTable, ReviewBody, PathNotices } from '../../devices/index.ts';
import { sentenceOf } from '../../kit/api/index.ts';
import { plural } from '../../kit/format/index.ts';
import { Notice } from '../../ui/Notice.tsx';
import { standingOf, standingWords } from '../words.ts';
import classes from './apply.module.css';
import { ItemChoices } from './ItemChoices.tsx';
import { StageThere } from './StageThere.tsx';

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

/** One project: what of the template goes there, what that changes, and what stands in the way. */
export function ProjectReview({ error, name, opened, preview, ...rest }: ProjectReviewProps) {
  const standing = preview && standingOf(preview);
  return (
    <details className={classes['review']} open={opened}>
      <summary>
        <strong>{name}</strong>
        <span className={classes['standing']} data-standing={error ? 'refused' : standing}>
          {error ? 'cannot be looked at' : preview ? standingWords(preview) : 'being looked at'}
        </span>
      </summary>
      <div className={classes['reviewBody']}>
        {error ? <Notice tone="error">{sentenceOf(error)}</Notice> : null}
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
          You have {plural(ownDraft, 'change')} staged in this project. They stay; the project offers to put
          them on top.
        </Notice>
      )}
      {violations.length > 0 && (
        <Notice tone="error" title="The project would refuse this">
          <ul>
            {violations.map(({ code, message, path }) => (
              <li key={`${path} ${code}`}>
                {message} <span className="mut">(code {code})</span>
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <PathNotices paths={review?.broken ?? []} />
      {blocked && (
        <StageThere
          target={{ projectId, except: [...except], baseVersion: preview.baseVersion }}
          templateId={templateId}
          ownDraft={ownDraft}
          why={
            cutsOff
              ? 'A device would be cut off from its management: that is reviewed and confirmed in the project, not applied from here.'
              : 'Leave out what stands in the way, or stage it in the project and mend it there.'
          }
        />
      )}
      <Suspense fallback={<Skeleton height={120} />}>
        {review && review.changes.length > 0 && <ReviewBody review={review} />}
        {!review && wanted.length > 0 && <ChangeTable changes={wanted} />}
      </Suspense>
    </>
  );
}
