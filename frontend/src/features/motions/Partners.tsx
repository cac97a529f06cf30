import { Link } from 'wouter';
import { Emotion, StateChip } from '../../shared/ui/chips';
import type { MotionDetail } from './api';

/** The other parts of the same performance, and whether they run on one clock with this one. */
export function Partners({ slug, motion }: { slug: string; motion: MotionDetail }) {
  if (motion.partners.length === 0) return null;
  return (
    <ul className="plainlist f13" aria-label="Other parts of this performance" style={{ marginBottom: 12 }}>
      {motion.partners.map((p) => (
        <li key={p.id} className="row wrap">
          <StateChip state={p.why_not ? 'warning' : 'ready'} word={p.why_not ? 'No pair' : 'On one clock'} />
          <span>
            Part {p.part || '–'}: <Link href={`/p/${slug}/motions/${p.id}`}>{p.name}</Link>
          </span>
          <Emotion label={p.label} />
          {p.why_not && <span className="t2">{p.why_not}</span>}
        </li>
      ))}
    </ul>
  );
}
