export function BrandMark({ size }: { readonly size: number | string }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <g fill="none" stroke="var(--accent)" strokeWidth="3" strokeLinecap="round">
        <path d="M4.5 22a13 13 0 1 1 23 0" />
        <path d="M9.6 20.5a7.4 7.4 0 1 1 12.8 0" />
      </g>
      <circle cx="16" cy="18" r="3" fill="var(--accent)" />
    </svg>
  );
}
