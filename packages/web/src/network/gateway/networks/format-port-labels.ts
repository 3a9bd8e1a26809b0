/** Formats port labels; three or more consecutive ports become a range: `LAN1, LAN3–8`. */
export function formatPortLabels(labels: readonly string[]): string {
  const runs: { readonly labels: string[]; readonly prefix: string; next: number }[] = [];
  for (const label of labels) {
    const [, prefix = '', digits = ''] = /^(.*?)(\d+)$/.exec(label) ?? [];
    const last = runs.at(-1);
    if (last && digits !== '' && last.prefix === prefix && last.next === Number(digits)) {
      last.labels.push(label);
      last.next += 1;
    } else runs.push({ labels: [label], prefix, next: digits === '' ? Number.NaN : Number(digits) + 1 });
  }
  return runs
    .flatMap((run) => (run.labels.length < 3 ? run.labels : [`${run.labels[0] ?? ''}–${run.next - 1}`]))
    .join(', ');
}
