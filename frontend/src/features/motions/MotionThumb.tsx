import { useQuery } from '@tanstack/react-query';
import { IconRun } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { api } from '../../shared/api/client';
import { drawFigure, posesOf } from '../../shared/scene3d/figure2d';
import { decodeMotion, phaseAt } from '../../shared/scene3d/motion';
import type { MotionRow } from './api';

/** Three moments of a motion; while somebody points at it, the motion itself. */
export function MotionThumb({ slug, motion, lively }: { slug: string; motion: MotionRow; lively: boolean }) {
  if (!motion.poster_url)
    return (
      <span className="thumb" aria-hidden>
        <IconRun size={20} stroke={1.5} />
      </span>
    );
  return (
    <span className="thumb" aria-hidden>
      <img src={motion.poster_url} alt="" loading="lazy" decoding="async" />
      {lively && <Playing key={motion.id} path={`/projects/${slug}/motions/${motion.id}/retargeted.bin`} />}
    </span>
  );
}

const REST_MS = 250;

/** Fetched once the pointer rests; until then the poster stands. */
function Playing({ path }: { path: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const bytes = useQuery({
    queryKey: ['avatar-motion', path],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    placeholderData: undefined,
    queryFn: async ({ signal }) => {
      await new Promise((done) => setTimeout(done, REST_MS));
      signal.throwIfAborted();
      return api.bytes(path, { signal });
    },
  }).data;
  useEffect(() => {
    const el = canvas.current;
    if (!el || !bytes || matchMedia('(prefers-reduced-motion: reduce)').matches) return undefined;
    const motion = decodeMotion(bytes);
    const poses = posesOf(motion);
    const from = performance.now();
    let id = requestAnimationFrame(function paint(now: number) {
      const [frame] = phaseAt(motion, (now - from) / 1000);
      drawFigure(el, poses, frame);
      id = requestAnimationFrame(paint);
    });
    return () => cancelAnimationFrame(id);
  }, [bytes]);
  return bytes ? <canvas ref={canvas} className="thumbplay" /> : null;
}
