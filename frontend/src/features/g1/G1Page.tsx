import { lazy, Suspense } from 'react';
import { Loading } from '../../shared/ui/states';
import { QueuePage } from './components/QueuePage';
import './g1.css';

// The queue is there without waiting for player and forms.
const WorkSession = lazy(() => import('./components/WorkSession'));

/** `/p/:slug/g1` is the queue, `/p/:slug/g1/next` opens what it serves, `/p/:slug/g1/:item` the workbench. */
export default function G1Page({ slug, item }: { slug: string; item?: string | undefined }) {
  if (!item || item === 'next') return <QueuePage key={item} slug={slug} starts={item === 'next'} />;
  return (
    <Suspense fallback={<Loading what="the workbench" />}>
      <WorkSession slug={slug} id={item} />
    </Suspense>
  );
}
