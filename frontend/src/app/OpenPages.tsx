import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { Link, Route, Switch, useLocation } from 'wouter';
import { ApiError } from '../shared/api/client';
import { useChrome } from '../shared/ui/chrome';
import { Mark } from '../shared/ui/Mark';
import { Loading } from '../shared/ui/states';
import { OfflineBar } from './frame/OfflineBar';
import { Crumbs, ThemeButton } from './frame/parts';
import { PageBoundary } from './PageBoundary';
import './open.css';

const OpenProjectsPage = lazy(() => import('../features/access/OpenProjectsPage'));
const OpenProjectPage = lazy(() => import('../features/access/OpenProjectPage'));
const ReleasePage = lazy(() => import('../features/releases/ReleasePage'));

/** What is not open to everybody asks for sign-in, and comes back to this address. */
function useSignInWhereRefused(signIn: string) {
  const client = useQueryClient();
  const [, go] = useLocation();
  useEffect(
    () =>
      client.getQueryCache().subscribe(({ query, type }) => {
        const { error } = query.state;
        if (type === 'updated' && error instanceof ApiError && error.status === 401)
          go(signIn, { replace: true });
      }),
    [client, go, signIn],
  );
}

/** RL54: the pages of public projects for somebody who is not signed in. */
export default function OpenPages() {
  const [location] = useLocation();
  const { setSlot } = useChrome();
  const signIn = `/login?next=${encodeURIComponent(location + window.location.search)}`;
  useSignInWhereRefused(signIn);
  return (
    <div className="app open">
      <a className="skip" href="#content">
        Skip to the content
      </a>
      <header className="top">
        <Link href="/open" className="brandmark" aria-label="Affectory, data open to everybody">
          <Mark />
        </Link>
        <Crumbs />
        <div className="end row top-end">
          <div className="row" ref={setSlot} />
          <ThemeButton />
          <Button component={Link} href={signIn} variant="default">
            Sign in
          </Button>
        </div>
      </header>
      <main className="main" id="content" tabIndex={-1}>
        <OfflineBar />
        <PageBoundary at={location}>
          <Suspense fallback={<Loading />}>
            <Switch>
              <Route path="/open">
                <OpenProjectsPage />
              </Route>
              <Route path="/open/:slug">{(p) => <OpenProjectPage slug={p.slug} />}</Route>
              <Route path="/p/:slug/releases/:version">
                {(p) => <ReleasePage slug={p.slug} version={p.version} />}
              </Route>
            </Switch>
          </Suspense>
        </PageBoundary>
      </main>
    </div>
  );
}
