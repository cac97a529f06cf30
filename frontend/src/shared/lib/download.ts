import { send } from '../api/client';

/** Saves bytes of an address that needs the session (a plain link would show errors as a page). */
export async function download(path: string, filename: string): Promise<void> {
  const response = await send(path, { headers: { Accept: '*/*' } });
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = filename;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
