/** Returns a text that sorts addresses by value: 10.0.0.9 before 10.0.0.10. */
export function formatSortableIp(ip: string | undefined): string | undefined {
  return ip
    ?.split('.')
    .map((part) => part.padStart(3, '0'))
    .join('.');
}

/** Formats a range of addresses. In one /24, the last address is only its last octet: `10.0.20.100 – 200`. */
export function formatRange({ end, start }: { readonly end: string; readonly start: string }): string {
  const [first, last] = [start.split('.'), end.split('.')];
  const isOneNetwork = first.slice(0, 3).join() === last.slice(0, 3).join();
  return `${start} – ${isOneNetwork ? last[3] : end}`;
}
