import { Link } from 'wouter';
import { usePage } from '../shared/ui/chrome';
import { Empty } from '../shared/ui/states';

export function NotFoundPage() {
  usePage({ title: 'Not found', crumbs: [{ label: 'Not found' }] });
  return (
    <div className="dash">
      <h1 className="sr">Not found</h1>
      <Empty title="There is no page at this address" action={<Link href="/">Go to my work</Link>}>
        The address may be mistyped, or the thing it named was never here.
      </Empty>
    </div>
  );
}
