import { Button, Switch, Textarea } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { api } from '../../shared/api/client';
import { clock } from '../../shared/lib/format';
import { ErrorNote } from '../../shared/ui/states';
import { PROFILE, type Profile } from './types';

interface Props {
  slug: string;
  onSaved: () => void;
}

/** What a project has to say before anything of it is frozen. */
export function ProfileForm(props: Props) {
  const { slug } = props;
  const profile = useQuery({
    queryKey: ['release-profile', slug],
    queryFn: () => api.get<Profile>(`/projects/${slug}/release-profile`),
  });
  if (profile.isError) return <ErrorNote error={profile.error} retry={() => void profile.refetch()} />;
  if (!profile.data) return <p className="t3">Loading the release profile</p>;
  return <Fields {...props} saved={profile.data} />;
}

/** What is typed is kept in the browser until it is saved. */
function Fields({ slug, onSaved, saved }: Props & { saved: Profile }) {
  const client = useQueryClient();
  const store = `affectory.profile.${slug}`;
  const [form, setForm] = useState<Record<string, string>>(() => {
    const kept = JSON.parse(localStorage.getItem(store) ?? '{}') as Record<string, string>;
    return {
      ...Object.fromEntries(PROFILE.map((f) => [f.id, String(saved[f.id as keyof Profile] ?? '')])),
      ...kept,
    };
  });
  const [hides, setHides] = useState(saved.hides_test_answers ?? false);
  const [savedAt, setSavedAt] = useState<string | null>(null);
  const save = useMutation({
    mutationFn: (body: Record<string, string | boolean>) =>
      api.put(`/projects/${slug}/release-profile`, body),
    onSuccess: () => {
      localStorage.removeItem(store);
      setSavedAt(new Date().toISOString());
      void client.invalidateQueries({ queryKey: ['release-profile', slug] });
      onSaved();
    },
  });
  const change = (id: string, value: string) => {
    const next = { ...form, [id]: value };
    setForm(next);
    localStorage.setItem(store, JSON.stringify(next));
  };
  const submit = (e: FormEvent) => {
    e.preventDefault();
    save.mutate(saved.can_hide ? { ...form, hides_test_answers: hides } : form);
  };
  return (
    <form onSubmit={submit} className="profileform">
      {PROFILE.map((f) => (
        <Textarea
          key={f.id}
          label={f.label}
          description={f.hint}
          value={form[f.id] ?? ''}
          onChange={(e) => change(f.id, e.currentTarget.value)}
          autosize
          minRows={2}
          maxRows={8}
        />
      ))}
      {saved.can_hide && (
        <Switch
          label="Hide the answers of the split “test”"
          description="Answer, details and rubric are frozen with a release and served to nobody. What was published before stays as it was."
          checked={hides}
          onChange={(e) => setHides(e.currentTarget.checked)}
        />
      )}
      {save.isError && <ErrorNote error={save.error} safe="Your text is kept in this browser." />}
      <div className="row">
        <Button type="submit" loading={save.isPending}>
          Save the profile
        </Button>
        {savedAt && (
          <span className="t2 f12" role="status">
            Saved {clock(savedAt)}
          </span>
        )}
      </div>
    </form>
  );
}
