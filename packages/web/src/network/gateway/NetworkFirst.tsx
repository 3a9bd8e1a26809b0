import { ButtonLink } from '../../app/app-link.tsx';
import { NEW_ITEM } from '../StagedListPage.tsx';
import { PATHS } from '../../paths.ts';

/** Link to a new VLAN, for pages whose items need a VLAN. */
export function VlanFirst() {
  return (
    <ButtonLink to={PATHS.vlan} search={{ open: NEW_ITEM }}>
      Add a VLAN first
    </ButtonLink>
  );
}
