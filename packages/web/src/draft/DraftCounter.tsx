import type { Project } from '@northlight/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { createQuery } from '../kit/api/index.ts';
import { useIsPhone } from '../kit/use-is-phone.ts';
import { useDraftChecks } from './use-draft-checks.ts';

/** Number of changes in the account's draft of the project, with a link to their review; nothing without any. */
export function DraftCounter({ project }: { readonly project: Project }) {
  const draft = useQuery({
    ...createQuery('networkDraftGet', { params: { projectId: project.id } }),
    enabled: project.can.write.allowed,
  }).data?.draft;
  const isPhone = useIsPhone();
  const checks = useDraftChecks(draft !== undefined);
  const count =
    draft &&
    checks &&
    checks.describeChanges(draft.base, draft.config).length + checks.describeDevices(draft.devices).length;
  if (!count) return null;
  // A link in the low foot would be too small a target for a finger.
  if (isPhone)
    return (
      <span data-draft>
        Draft <b>{count}</b>
      </span>
    );
  return (
    <Link
      to="."
      search={(before) => ({ ...before, dialog: 'review' })}
      className="plain"
      title="Not sent to devices yet. Open the review."
    >
      <span>
        Staged changes <b>{count}</b>
      </span>
    </Link>
  );
}
