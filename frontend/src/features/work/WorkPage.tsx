import { usePage } from '../../shared/ui/chrome';
import { useMe } from '../../shared/api/session';

export default function WorkPage() {
  usePage({ title: 'My work', crumbs: [{ label: 'My work' }] });
  const me = useMe().data;
  return <div className="dash"><h1>My work</h1><p className="t2">{me?.display_name}</p></div>;
}
