import { ButtonLink } from '../../app/app-link.tsx';
import { useNetworkDraft } from '../../draft/index.ts';
import { NEW_ITEM } from '../StagedListPage.tsx';
import { PATHS } from '../../paths.ts';
import { LAN_ROW_ID } from './networks/network-rows.ts';

/** Link to a new VLAN, or to the LAN of a gateway without VLANs, for pages whose items need a network. */
export function NetworkFirst() {
  const { device, features } = useNetworkDraft().scope;
  const hasVlans = !device || features.includes('vlan');
  return (
    <ButtonLink to={PATHS.vlan} search={{ open: hasVlans ? NEW_ITEM : LAN_ROW_ID }}>
      {hasVlans ? 'Add a VLAN first' : 'Set up the LAN first'}
    </ButtonLink>
  );
}
