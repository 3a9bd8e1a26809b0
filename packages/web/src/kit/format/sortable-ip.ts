/** Returns a text that sorts addresses by value: 10.0.0.9 before 10.0.0.10. */
export function formatSortableIp(ip: string | undefined): string | undefined {
  return ip
    ?.split('.')
    .map((part) => part.padStart(3, '0'))
    .join('.');
}
