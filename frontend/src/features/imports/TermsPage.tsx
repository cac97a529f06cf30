import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { count, plural, words } from '../../shared/lib/format';
import { usePage } from '../../shared/ui/chrome';
import { Card, PageHead } from '../../shared/ui/page';
import { Empty, ErrorNote, Loading } from '../../shared/ui/states';
import { useCollections, usePerformers, type Performer } from './api';
import { termsOf } from './terms';
import { TermsForm } from './TermsForm';
import './imports.css';

function ownTerms(p: Performer): string {
  const said = [
    p.licence,
    p.may_redistribute && words(p.may_redistribute),
    p.may_send_to_external_model === false && 'no external models',
    p.consent_reference && `consent: ${p.consent_reference}`,
    p.consented_on,
  ].filter(Boolean);
  return said.join(' · ');
}

function People({ slug, collection }: { slug: string; collection: string }) {
  const people = usePerformers(slug, collection);
  const client = useQueryClient();
  const [open, setOpen] = useState<string | null>(null);
  if (people.isPending) return <Loading what="the performers" rows={3} />;
  if (people.isError) return <ErrorNote error={people.error} retry={() => void people.refetch()} />;
  if (people.data.length === 0)
    return <p className="t2">Nobody in this collection is known by name or number.</p>;
  const chosen = people.data.find((p) => p.id === open);
  return (
    <>
      <div className="scrollbox">
        <table className="t">
          <thead>
            <tr>
              <th>Performer</th>
              <th className="r">Motions</th>
              <th>Terms of their own</th>
              <th>Change</th>
            </tr>
          </thead>
          <tbody>
            {people.data.map((p) => (
              <tr key={p.id} aria-selected={p.id === open || undefined}>
                <td>{p.name}</td>
                <td className="r">{count(p.motions)}</td>
                <td>{ownTerms(p) || <span className="t3">as the collection says</span>}</td>
                <td>
                  <button
                    type="button"
                    className="linkish"
                    aria-expanded={p.id === open}
                    onClick={() => setOpen(p.id === open ? null : p.id)}
                  >
                    {p.id === open ? 'Close' : 'Terms'}
                    <span className="sr"> of {p.name}</span>
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {chosen && (
        <section className="pad" aria-label={`Terms of ${chosen.name}`}>
          <h3 style={{ marginBottom: 8 }}>Terms of {chosen.name}</h3>
          <TermsForm
            key={chosen.id}
            ofPerson
            path={`/projects/${slug}/performers/${chosen.id}`}
            initial={termsOf(chosen)}
            onDone={() => {
              setOpen(null);
              void client.invalidateQueries({ queryKey: ['performers', slug, collection] });
            }}
          />
        </section>
      )}
    </>
  );
}

/** Rights of a collection and of the people in it, and the consent that they stand on. */
export default function TermsPage({ slug, id }: { slug: string; id: string }) {
  const collections = useCollections(slug);
  const client = useQueryClient();
  const [saved, setSaved] = useState(0);
  const collection = collections.data?.find((c) => c.id === id);
  const name = collection?.name ?? 'Collection';
  usePage({
    title: `Rights of ${name}`,
    crumbs: [{ label: 'Import', to: `/p/${slug}/import` }, { label: `Rights of ${name}` }],
  });
  if (collections.isPending) return <Loading what="the collection" />;
  if (collections.isError)
    return (
      <div className="dash">
        <h1 className="sr">Not shown</h1>
        <ErrorNote error={collections.error} retry={() => void collections.refetch()} />
      </div>
    );
  if (!collection)
    return (
      <div className="dash">
        <h1 className="sr">Not shown</h1>
        <Empty title="There is no such collection">It may have been withdrawn.</Empty>
      </div>
    );
  return (
    <div className="dash">
      <PageHead
        title={`Rights and consent of ${name}`}
        sub={`${plural(collection.motions, 'motion')}. The strictest of a motion’s own terms, its collection’s and its performer’s holds for it and for every episode made of it.`}
      />
      <div className="dgrid">
        <Card title="The collection" span={12}>
          <TermsForm
            key={saved}
            path={`/projects/${slug}/collections/${id}`}
            initial={termsOf(collection)}
            onDone={() =>
              void client
                .invalidateQueries({ queryKey: ['collections', slug] })
                .then(() => setSaved((n) => n + 1))
            }
          />
        </Card>
        <Card title="People" span={12} flush>
          <People slug={slug} collection={id} />
        </Card>
      </div>
    </div>
  );
}
