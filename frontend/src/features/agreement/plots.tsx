import { percent } from '../../shared/lib/format';
import { alphaText, type Summary } from '../../shared/agreement/model';

const W = 132;

/** α with its interval on a scale that the whole table shares; the dotted line is 0. */
export function Forest({ row, low, high }: { row: Summary; low: number; high: number }) {
  const { value, low: from, high: to, undefined_reason: why } = row.alpha;
  if (value === null)
    return (
      <span className="undefined" title={why ?? undefined}>
        undefined
      </span>
    );
  const x = (v: number) => ((Math.max(low, Math.min(high, v)) - low) / (high - low)) * (W - 12) + 6;
  const known = from !== null && to !== null;
  return (
    <svg
      width={W}
      height={26}
      role="img"
      aria-label={
        known
          ? `alpha ${alphaText(row.alpha)}, interval ${from.toFixed(2)} to ${to.toFixed(2)}`
          : `alpha ${alphaText(row.alpha)}, no interval`
      }
    >
      <line x1={x(0)} x2={x(0)} y1={0} y2={26} stroke="var(--ctl)" strokeDasharray="2 2" />
      {known && (
        <path
          d={`M${x(from)} 13H${x(to)}M${x(from)} 9V17M${x(to)} 9V17`}
          stroke="var(--ac)"
          strokeWidth={2}
        />
      )}
      <circle cx={x(value)} cy={13} r={4.5} fill="var(--ac)" stroke="var(--surface)" strokeWidth={1.5} />
    </svg>
  );
}

/** Observed (dot) against chance (line), 0 to 100 %. */
export function MiniGap({ row }: { row: Summary }) {
  const { observed, chance } = row;
  if (observed === null || chance === null) return <span className="undefined">–</span>;
  const x = (v: number) => v * 86 + 5;
  const [from, to] = observed < chance ? [observed, chance] : [chance, observed];
  return (
    <svg
      width={96}
      height={26}
      role="img"
      aria-label={`observed ${percent(observed)}, chance ${percent(chance)}`}
    >
      <rect x={5} y={10} width={86} height={6} rx={3} fill="var(--sunken)" />
      <rect
        x={x(from)}
        y={10}
        width={Math.max(2, x(to) - x(from))}
        height={6}
        fill="var(--ac)"
        opacity={observed < chance ? 0.4 : 1}
      />
      <line x1={x(chance)} x2={x(chance)} y1={5} y2={21} stroke="var(--tx3)" strokeWidth={2} />
      <circle cx={x(observed)} cy={13} r={4.5} fill="var(--ac)" stroke="var(--surface)" strokeWidth={1.5} />
    </svg>
  );
}
