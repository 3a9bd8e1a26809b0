const OTHER_SIGNS = /[^A-Za-z0-9._-]+/g;
const NAME_MAX = 40;

/** Returns the name of a backup as a file: `Gateway-20261130-0312.zip`, in UTC, with letters that every system accepts. */
export function formatFileName(deviceName: string, takenAt: Date): string {
  const name = deviceName
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(OTHER_SIGNS, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
    .slice(0, NAME_MAX);
  const [day = '', time = ''] = takenAt.toISOString().split('T');
  const minute = time.slice(0, 5).replace(':', '');
  return `${name === '' ? 'Device' : name}-${day.replaceAll('-', '')}-${minute}.zip`;
}
