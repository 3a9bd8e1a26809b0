import type { RfRadioKey } from '@northlight/contract';

/** Returns the id of a radio in a site. */
export const formatRadioId = ({ deviceId, radioId }: RfRadioKey): string => `${deviceId}/${radioId}`;
