import { ButtonLink } from '../../app/app-link.tsx';
import { NEW } from '../StagedListPage.tsx';
import { PATHS } from '../../paths.ts';

/** The way to what has to be there before a pool or a mapping. */
export function VlanFirst() {
  return (
    <ButtonLink to={PATHS.vlan} search={{ open: NEW }}>
      Add a VLAN first
    </ButtonLink>
  );
}
