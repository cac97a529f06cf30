export function Mark({ size = 26 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 26 26" aria-hidden>
      <rect width="26" height="26" rx="7" fill="#3f51c7" />
      <path
        d="M6 17.5c2.6 0 3-9 6-9s2.6 9 5 9c1.6 0 2-2.6 3-4.2"
        fill="none"
        stroke="#fff"
        strokeWidth="2.2"
        strokeLinecap="round"
      />
      <circle cx="12" cy="8.4" r="1.9" fill="#fff" />
    </svg>
  );
}
