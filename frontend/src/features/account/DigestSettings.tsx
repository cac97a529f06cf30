import { Autocomplete, Button, NativeSelect, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, ApiError } from '../../shared/api/client';
import { dateTime } from '../../shared/lib/format';
import { Card } from '../../shared/ui/page';
import { ErrorNote } from '../../shared/ui/states';

export interface Digest {
  every: string;
  hour: number;
  weekday: number;
  time_zone: string;
  address: string;
  /** Whether the link that was sent to the address has been followed. */
  confirmed: boolean;
  next_at: string | null;
  sent_at: string | null;
  failure: string;
}
type Wanted = Pick<Digest, 'every' | 'hour' | 'weekday' | 'time_zone' | 'address'>;
const wantedOf = ({ every, hour, weekday, time_zone, address }: Digest): Wanted => ({
  every,
  hour,
  weekday,
  time_zone,
  address,
});

const EVERY = [
  { value: 'off', label: 'Never' },
  { value: 'daily', label: 'Every day' },
  { value: 'weekly', label: 'Every week' },
];
const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const HOURS = Array.from({ length: 24 }, (_, h) => ({
  value: String(h),
  label: `${String(h).padStart(2, '0')}:00`,
}));
const ZONES = Intl.supportedValuesOf('timeZone');

/** Unread inbox lines by mail, at an hour of one's own. */
export function DigestSettings() {
  const digest = useQuery({ queryKey: ['digest'], queryFn: () => api.get<Digest>('/me/digest') });
  return (
    <Card title="Inbox by mail" span={6}>
      {digest.isError && <ErrorNote error={digest.error} retry={() => void digest.refetch()} />}
      {digest.data && <Form key={JSON.stringify(wantedOf(digest.data))} now={digest.data} />}
    </Card>
  );
}

function Form({ now }: { now: Digest }) {
  const client = useQueryClient();
  const here = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const [form, setForm] = useState<Wanted>({
    ...wantedOf(now),
    ...(now.every === 'off' && now.sent_at === null ? { time_zone: here } : {}),
  });
  const save = useMutation({
    mutationFn: () => api.put<Digest>('/me/digest', form),
    onSuccess: (saved) => client.setQueryData(['digest'], saved),
  });
  const again = useMutation({
    mutationFn: () => api.post<Digest>('/me/digest/confirmation'),
    onSuccess: (saved) => client.setQueryData(['digest'], saved),
  });
  const waits = now.every !== 'off' && !now.confirmed;
  const put = (patch: Partial<Wanted>) => setForm((old) => ({ ...old, ...patch }));
  const fields = save.error instanceof ApiError ? save.error.fields : {};
  const on = form.every !== 'off';
  return (
    <form
      className="digestform"
      onSubmit={(e) => {
        e.preventDefault();
        save.mutate();
      }}
    >
      <div className="row wrap">
        <NativeSelect
          label="Send unread lines"
          value={form.every}
          onChange={(e) => put({ every: e.currentTarget.value })}
          data={EVERY}
        />
        {form.every === 'weekly' && (
          <NativeSelect
            label="On"
            value={String(form.weekday)}
            onChange={(e) => put({ weekday: Number(e.currentTarget.value) })}
            data={DAYS.map((label, i) => ({ value: String(i), label }))}
          />
        )}
        {on && (
          <>
            <NativeSelect
              label="At"
              value={String(form.hour)}
              onChange={(e) => put({ hour: Number(e.currentTarget.value) })}
              data={HOURS}
            />
            <Autocomplete
              label="Time zone"
              value={form.time_zone}
              onChange={(time_zone) => put({ time_zone })}
              data={ZONES}
              limit={20}
              error={fields.time_zone?.[0]}
            />
          </>
        )}
      </div>
      {on && (
        <TextInput
          label="Address"
          type="email"
          autoComplete="email"
          value={form.address}
          onChange={(e) => put({ address: e.currentTarget.value })}
          error={fields.address?.[0]}
        />
      )}
      {save.isError && Object.keys(fields).length === 0 && <ErrorNote error={save.error} />}
      {now.failure && (
        <p className="f12" role="status">
          {now.failure}.{!waits && ' It is tried again by itself.'}
        </p>
      )}
      {waits && (
        <div className="row wrap">
          <p className="f12" role="status">
            {again.isSuccess ? 'The link was sent again' : 'A link was sent'} to <b>{now.address}</b>. Follow
            it and say yes; before that no digest goes out.
          </p>
          <Button size="xs" variant="subtle" loading={again.isPending} onClick={() => again.mutate()}>
            Send the link again
          </Button>
        </div>
      )}
      {again.isError && <ErrorNote error={again.error} />}
      <div className="row">
        <Button type="submit" size="xs" variant="default" loading={save.isPending}>
          Save
        </Button>
        <span className="f12 t2" role="status">
          {now.next_at && !waits
            ? `The next digest goes out ${dateTime(now.next_at)}, if anything is unread.`
            : 'No mail is sent.'}
        </span>
      </div>
    </form>
  );
}
