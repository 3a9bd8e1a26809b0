import { isOpenWifi } from '@northlight/contract';
import { getAccount } from '../../platform/http/request-context.ts';
import type { HandlersOf } from '../../platform/http/serve.ts';
import type { Services } from '../../services.ts';
import { createCommandJob, createSkipReason } from '../../jobs/index.ts';
import { addAuthority, listAuthorities, removeAuthority } from './authorities.ts';

const NO_IMAGE_URL = createSkipReason(
  'unsupportedFeature',
  'This device cannot be upgraded from a URL. Use an upgrade file.',
);

type Keys = 'authorityList' | 'authorityAdd' | 'authorityRemove' | 'openWifiUpgrade';

export function openWifiRoutes(services: Services): HandlersOf<Keys> {
  return {
    authorityList: async (_input, context) => ({
      items: await listAuthorities(services.db, getAccount(context).id),
    }),
    authorityAdd: ({ body }, context) => addAuthority(context, body.pem),
    authorityRemove: ({ params }, context) => removeAuthority(context, params.authorityId),
    openWifiUpgrade: ({ params, body: { imageUrl } }, context) =>
      createCommandJob(context, {
        kind: 'upgrade',
        deviceIds: [params.deviceId],
        args: { imageUrl },
        argsFor: ({ sn }) => (isOpenWifi(sn) ? { imageUrl } : NO_IMAGE_URL),
        after: imageUrl,
      }),
  };
}
