import { ButtonLink } from '../../app/app-link.tsx';
import { NEW } from '../StagedListPage.tsx';
import { PATHS } from '../../paths.ts';

/** Link to a new VLAN, for pages whose items need a VLAN. */
export function VlanFirst() {
  return (
    <ButtonLink to={PATHS.vlan} search={{ open: NEW }}>
      Add a VLAN first
    </ButtonLink>
  );
}
