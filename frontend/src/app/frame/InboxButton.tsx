import { ActionIcon, Tooltip } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { api } from '../../shared/api/client';

/** The unread number; the server answers 304 while it has not changed, and a hidden page does not ask. */
export function InboxButton() {
  const unread =
    useQuery({
      queryKey: ['inbox', 'unread'],
      queryFn: () => api.get<{ unread: number }>('/inbox/unread'),
      refetchInterval: 30_000,
      refetchOnWindowFocus: true,
      retry: false,
    }).data?.unread ?? 0;
  const label = unread > 0 ? `Inbox: ${unread} unread` : 'Inbox: nothing unread';
  return (
    <Tooltip label={`${label} (G I)`}>
      <ActionIcon component={Link} href="/inbox" aria-label={label} className="inboxbutton">
        <IconMail size={18} stroke={1.7} />
        {unread > 0 && (
          <span className="unreadcount num" aria-hidden>
            {unread > 99 ? '99+' : unread}
          </span>
        )}
      </ActionIcon>
    </Tooltip>
  );
}
