import { findKind, useProjectTaxonomy, type Taxonomy } from '../../shared/taxonomy';
import { usePage } from '../../shared/ui/chrome';
import { ErrorNote, Loading } from '../../shared/ui/states';
import { useItem, type ItemDetail } from '../../shared/desk';
import { ItemEditor } from './components/ItemEditor';
import { KindChoice } from './components/ItemHeader';
import { kindKey, nameOf } from './names';
import './items.css';

export default function ItemPage({ slug, id }: { slug: string; id: string }) {
  const item = useItem(slug, id);
  const taxonomy = useProjectTaxonomy(slug);
  const name = item.data ? nameOf(item.data) : 'Item';
  usePage({
    title: `${name} · Items`,
    crumbs: [{ label: 'Items', to: `/p/${slug}/items` }, { label: name }],
    workbench: true,
  });
  if (item.isPending || taxonomy.isPending) return <Loading what="the item" />;
  const error = item.error ?? taxonomy.error;
  if (error || !item.data || !taxonomy.data)
    return (
      <div className="dash">
        <h1 className="sr">Item</h1>
        <ErrorNote
          error={error}
          retry={() => {
            void item.refetch();
            void taxonomy.refetch();
          }}
        />
      </div>
    );
  return <Known slug={slug} item={item.data} taxonomy={taxonomy.data} />;
}

function Known({ slug, item, taxonomy }: { slug: string; item: ItemDetail; taxonomy: Taxonomy }) {
  const kind = findKind(taxonomy.kinds, item.granularity, item.type);
  if (!kind)
    return (
      <div className="dash">
        <h1>{nameOf(item)}</h1>
        <div className="choosekind">
          <p className="f14">{item.question}</p>
          <p className="t2">
            The file did not say what kind of question this is. Choose it; then it can be written.
          </p>
          <KindChoice slug={slug} item={item} taxonomy={taxonomy} desk={null} />
        </div>
      </div>
    );
  return (
    <ItemEditor key={`${item.id} ${kindKey(kind)}`} slug={slug} item={item} kind={kind} taxonomy={taxonomy} />
  );
}
