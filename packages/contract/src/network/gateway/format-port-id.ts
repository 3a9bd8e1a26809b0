/**
 * Formats the id of a gateway's port like its label on the device: `wan1` as `WAN1`. The label itself is in the
 * capabilities of the device, which a comparison of two configurations does not have.
 */
export const formatPortId = (id: string): string => (/^(?:wan|lan)\d+$/.test(id) ? id.toUpperCase() : id);
