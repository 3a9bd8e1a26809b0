import { ButtonLink } from '../../app/app-link.tsx';
import { PATHS } from '../../paths.ts';

export function OwnRecordsLink() {
  return (
    <ButtonLink to={PATHS.ownRecords} search={{}} variant="default">
      What this account did
    </ButtonLink>
  );
}
