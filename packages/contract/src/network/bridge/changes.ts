import { compareLists, type ItemField } from '../../kit/compare-lists.ts';
import type { ConfigChange } from '../../kit/config-change.ts';
import type { NameOf } from '../wireless/changes.ts';
import { isNewSecret } from '../wireless/secrets.ts';
import type { BridgeLink } from './schema.ts';

/** Lists the differences between two lists of bridge links as lines of a review. Keys are never shown. */
export const listBridgeChanges = (
  now: readonly BridgeLink[] | undefined,
  after: readonly BridgeLink[] | undefined,
  nameOf: NameOf = (id) => id,
): ConfigChange[] =>
  compareLists(now, after, {
    list: 'bridgeLinks',
    key: ({ id }) => id,
    title: ({ name }) => `Bridge link ${name}`,
    listFields: (link) => listLinkFields(link, nameOf),
    isNewSecret: (old, fresh) =>
      isNewSecret({ value: old.key, id: old.keyId }, { value: fresh.key, id: fresh.keyId }),
  });

const formatValue = (value: number | 'auto', unit: string): string =>
  value === 'auto' ? 'automatic' : `${value}${unit}`;

const listLinkFields = (link: BridgeLink, nameOf: NameOf): ItemField[] => [
  ['name', 'name', link.name],
  ['base', 'base', nameOf(link.baseId)],
  ['clients', 'clients', link.clientIds.map(nameOf).join(', ')],
  ['ssid', 'SSID', link.ssid],
  ['channel', 'channel', formatValue(link.channel, '')],
  ['width', 'width', formatValue(link.widthMhz, ' MHz')],
  ['power', 'power', formatValue(link.powerDbm, ' dBm')],
  ['distance', 'distance', `${link.distanceMetres} m`],
  ['maxClients', 'maximum clients', String(link.maxClients)],
  ['peerLock', 'locked to these bridges', link.peerLock ? 'yes' : 'no'],
  ['vlans', 'VLANs', link.vlans === 'all' ? 'all' : link.vlans.join(', ') || 'none'],
];
