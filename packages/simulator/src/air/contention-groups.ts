/**
 * Divides the senders that one sender defers to into groups whose members defer to each other, so that only one of a group sends at
 * a time. Each sender joins the first group in which it fits.
 */
export function groupByContention(
  senders: readonly number[],
  mutual: readonly ReadonlySet<number>[],
): readonly (readonly number[])[] {
  const groups: number[][] = [];
  for (const sender of senders) {
    const others = mutual[sender];
    const fitting = groups.find((group) => group.every((member) => others?.has(member) ?? false));
    if (fitting) fitting.push(sender);
    else groups.push([sender]);
  }
  return groups;
}
