import { isOpenWifi } from '@northlight/contract';
import { accountOf } from '../../platform/http/request-context.ts';
import type { HandlersOf } from '../../platform/http/serve.ts';
import type { Services } from '../../services.ts';
import { commandDevices, obstacle } from '../../jobs/index.ts';
import { addAuthority, listAuthorities, removeAuthority } from './authorities.ts';

const OURS = obstacle(
  'unsupportedFeature',
  'This device takes upgrade files only, not an image from an address.',
);

type Keys = 'authorityList' | 'authorityAdd' | 'authorityRemove' | 'openWifiUpgrade';

export function openWifiRoutes(services: Services): HandlersOf<Keys> {
  return {
    authorityList: async (_input, context) => ({
      items: await listAuthorities(services.db, accountOf(context).id),
    }),
    authorityAdd: ({ body }, context) => addAuthority(services, body.pem, context),
    authorityRemove: async ({ params }, context) => {
      await removeAuthority(services, params.authorityId, context);
      return { ok: true as const };
    },
    openWifiUpgrade: ({ params, body: { imageUrl } }, context) =>
      commandDevices(
        services,
        {
          kind: 'upgrade',
          deviceIds: [params.deviceId],
          args: { imageUrl },
          argsFor: ({ sn }) => (isOpenWifi(sn) ? { imageUrl } : OURS),
          after: imageUrl,
        },
        context,
      ),
  };
}
