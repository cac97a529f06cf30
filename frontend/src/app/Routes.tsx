import { lazy, Suspense } from 'react';
import { Redirect, Route, Switch, useLocation } from 'wouter';
import { useMe } from '../shared/api/session';
import { ErrorNote, Loading } from '../shared/ui/states';
import { AppFrame } from './frame/AppFrame';
import { NotFoundPage } from './NotFoundPage';

const LoginPage = lazy(() => import('../features/account/LoginPage'));
const WorkPage = lazy(() => import('../features/work/WorkPage'));
const ReviewPage = lazy(() => import('../features/review/ReviewPage'));

function SignedIn() {
  return (
    <AppFrame>
      <Suspense fallback={<Loading />}>
        <Switch>
          <Route path="/"><WorkPage /></Route>
          <Route path="/p/:slug/review/:lease?">{(p) => <ReviewPage slug={p.slug} lease={p.lease} />}</Route>
          <Route><NotFoundPage /></Route>
        </Switch>
      </Suspense>
    </AppFrame>
  );
}

export function Routes() {
  const me = useMe();
  const [location] = useLocation();
  if (me.isPending) return <Loading />;
  if (me.isError) return <ErrorNote error={me.error} retry={() => void me.refetch()} />;
  if (!me.data) {
    if (location !== '/login') return <Redirect to={`/login?next=${encodeURIComponent(location + window.location.search)}`} replace />;
    return <Suspense fallback={<Loading />}><LoginPage /></Suspense>;
  }
  if (location === '/login') {
    const next = new URLSearchParams(window.location.search).get('next') ?? '/';
    return <Redirect to={/^\/(?![/\\])/.test(next) ? next : '/'} replace />;
  }
  return <SignedIn />;
}
